// The map painted on a canvas, in steps, so that a painter without a thread of its own can pause between them.

import type { Rect } from '../layout';
import type { MapView } from '../types';
import { paintFields, paintFloors, paintGrid, paintGround, paintNumbers, paintObjectives, paintTrees } from './ground';
import { paintEntries, paintFrame, paintNames, paintSheets, paintTitle } from './labels';
import { paintLevels } from './levels';
import type { Season } from './palette';
import { lamplight, type Pen } from './pen';
import { paintRoads } from './roads';
import { sceneOf, type Part } from './scene';
import { paintTowns, paintYards } from './towns';
import { paintBridges, paintFences, paintHachures, paintLakes, paintShade, paintWaters } from './water';

export interface Ink {
  season: Season;
  dark: boolean;
  numbers: boolean;
  grid: boolean;
  roads: boolean;
  names: boolean;
  objectives: boolean;
}

export type Step = (pen: Pen, part: Part) => void;

/** Everything that has to be done to paint a map. */
export function painting(map: MapView, ink: Ink): Step[] {
  const scene = sceneOf(map, ink.season);
  const { frame, sheet } = scene.layout;
  const c = scene.colours;
  const steps: Step[] = [
    (pen) => {
      pen.fillStyle = c.paper;
      pen.fillRect(sheet.x, sheet.y, sheet.w, sheet.h);
      pen.save();
      pen.beginPath();
      pen.rect(frame.x, frame.y, frame.w, frame.h);
      pen.clip();
    },
    (pen, part) => paintGround(pen, scene, part),
    (pen, part) => paintLevels(pen, scene, part),
    (pen, part) => paintFields(pen, scene, part),
    (pen) => paintShade(pen, scene),
    (pen, part) => paintFloors(pen, scene, part),
    (pen) => paintYards(pen, scene),
    (pen) => paintWaters(pen, scene),
    (pen, part) => paintLakes(pen, scene, part),
    (pen) => paintHachures(pen, scene),
  ];
  if (ink.roads) steps.push((pen) => paintRoads(pen, scene.roads, c));
  steps.push((pen) => paintBridges(pen, scene));
  steps.push((pen, part) => paintTrees(pen, scene, part));
  steps.push((pen, part) => paintTowns(pen, scene, part));
  steps.push((pen) => paintFences(pen, scene));
  steps.push((pen, part) => paintGrid(pen, scene, part, ink.grid));
  steps.push((pen, part) => paintSheets(pen, scene, part));
  if (ink.objectives) steps.push((pen) => paintObjectives(pen, scene));
  if (ink.numbers) steps.push((pen, part) => paintNumbers(pen, scene, part));
  if (ink.names) steps.push((pen, part) => paintNames(pen, scene, part));
  steps.push(
    (pen) => pen.restore(),
    (pen) => paintFrame(pen, scene),
    (pen) => paintEntries(pen, scene),
    (pen) => paintTitle(pen, scene),
  );
  if (ink.dark) steps.push((pen) => lamplight(pen, sheet));
  return steps;
}

/** Makes a canvas show a part of the sheet at so many pixels per unit. */
export function aim(pen: Pen, part: Rect, density: number): void {
  // Without this, small letters are set on whole pixels and their words fall apart.
  if ('textRendering' in pen) pen.textRendering = 'geometricPrecision';
  pen.setTransform(density, 0, 0, density, -part.x * density, -part.y * density);
}
