import { describe, expect, it } from 'vitest';
import type { Choice } from '../../src/lib/api/types';
import { Drill } from '../../src/lib/table/drill.svelte';

const way = (compass: string, degrees: number): Choice =>
  ({ text: `form line ${compass}`, unit: 'F1', at: { button: '' }, formation: { name: 'Line', shape: 'line' }, facing: { compass, degrees } }) as unknown as Choice;

describe('drawing up a unit that looks nowhere, as a carré does', () => {
  it.each([
    [1, 'NNE'],
    [-1, 'NNW'],
  ] as const)('has a left and a right of two ways to look (%s: %s)', async (to, compass) => {
    const chosen: string[] = [];
    const drill = new Drill({
      choices: [way('NNW', 330), way('NNE', 30)],
      selected: ['F1'],
      shown: { played: 3, board: { counters: [{ tag: 'F1', stance: { facing: null } }] as never } },
      choose: (choice) => Promise.resolve(chosen.push(choice.facing!.compass) > 0),
      idle: () => Promise.resolve(),
      say: () => {},
    });
    await drill.draw(1);
    expect(drill.asked?.word).toBe('form line');
    await drill.by(to);
    expect(chosen).toEqual([compass]);
  });
});
