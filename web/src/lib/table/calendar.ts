// A calendar of the game: months, in them turns, in them what is due. Games that count days bring one; of others the turn track is shown.

import type { Board } from '../api/types';
import { track } from './charts';

export interface Day {
  /** From 1; turns before the game and after it are on the calendar, too. */
  number: number;
  days: string;
  /** The part of the calendar that begins here, if one does. */
  part: string;
  weather: string;
  now: boolean;
  past: boolean;
  /** Whether it belongs to this game. */
  within: boolean;
  due: { side: string; text: string }[];
}

export interface Month {
  name: string;
  days: Day[];
}

const MONTHS: Record<string, string> = { Jan: 'January', Feb: 'February', Mar: 'March', Apr: 'April', May: 'May', Jun: 'June', Jul: 'July', Aug: 'August', Sep: 'September', Oct: 'October', Nov: 'November', Dec: 'December' };
/** `31 Jan-1 Feb III, frost`: days, a part of the calendar, weather. */
const DATES = /^(\d+)(?: ([A-Z][a-z]{2}))?-(\d+) ([A-Z][a-z]{2})(?: ([IVXL]+))?(?:, (.*))?$/;
const [BEGINS, ENDS, NOW] = ['the game begins', 'the game ends', 'Game-Turn'];

/** What is on the calendar, month by month. */
export function calendarOf(board: Board): Month[] {
  const scale = board.scales.find((one) => one.name === 'Calendar');
  if (!scale) {
    const days = track(board).map((turn) => ({
      number: turn.number,
      days: turn.name,
      part: '',
      weather: '',
      now: turn.now,
      past: turn.number < board.turn_number,
      within: true,
      due: turn.due.map(({ side, tags }) => ({ side, text: tags.join(', ') })),
    }));
    return [{ name: '', days }];
  }
  const at = (name: string, otherwise: number) => scale.markers.find((marker) => marker.name === name)?.step ?? otherwise;
  const [first, last, now] = [at(BEGINS, 0), at(ENDS, scale.steps.length - 1), at(NOW, -1)];
  const found: Month[] = [];
  let part = '';
  scale.steps.forEach((step, i) => {
    const [, from = '', begun, to = '', month = '', fortnight = '', weather = ''] = DATES.exec(step) ?? [];
    const name = MONTHS[begun ?? month] ?? '';
    if (found.at(-1)?.name !== name || found.length === 0) found.push({ name, days: [] });
    const due = scale.markers.filter((marker) => marker.step === i && marker.name !== NOW).map((marker) => ({ side: marker.side ?? '', text: marker.name }));
    found.at(-1)!.days.push({
      number: i - first + 1,
      days: from === '' ? step : `${from}–${to}${begun ? ` ${month}` : ''}`,
      part: fortnight === part ? '' : fortnight,
      weather,
      now: i === now,
      past: i < now,
      within: i >= first && i <= last,
      due,
    });
    part = fortnight;
  });
  return found;
}

/** What comes next, from the present turn on: for those who want to hear it without the calendar. */
export function dueNext(months: readonly Month[], most = 6): { days: string; month: string; side: string; text: string }[] {
  return months
    .flatMap((month) => month.days.filter((day) => day.within && !day.past).flatMap((day) => day.due.map((due) => ({ days: day.days, month: month.name, ...due }))))
    .slice(0, most);
}
