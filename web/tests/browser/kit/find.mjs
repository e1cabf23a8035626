// Finds a turn worth playing again, and writes it to turns/: `node tests/browser/kit/find.mjs eylau`.
//
// Two computers play whole games against each other. A turn is wanted that has a retreat, a displacement and an advance in it and few dice.
// It has to be done again only when the rules change so much that the old turn cannot be played any more.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser } from './browser.mjs';
import { rollsOf } from './script.mjs';
import { Server } from './server.mjs';

const [game, level = 'greedy', games = '6'] = process.argv.slice(2);
const server = await Server.start();
const browser = await Browser.start();

const KINDS = ['retreat', 'pushed', 'advance'];

function worth(turn) {
  const kinds = new Set(turn.lines.flatMap((line) => (line.path ? [line.path.kind] : [])));
  return KINDS.every((kind) => kinds.has(kind));
}

/** The first so many actions of a game notation. Where its dice came from is left out: the next ones come from elsewhere. */
function cut(notation, keep, digest) {
  const [head, ...body] = notation.split('\n\n');
  const lines = head.split('\n').filter((line) => !/^\[(Dice|Seed) /.test(line));
  let left = keep;
  let line = '';
  for (const word of body.join(' ').split(/\s+/)) {
    if (left === 0) break;
    if (word.endsWith(':')) {
      if (line !== '') lines.push(line);
      line = word;
    } else if (word !== '') {
      line += ` ${word}`;
      left -= 1;
    }
  }
  return `${[...lines, line].join('\n').replace(/\[Result ".*"\]/, '[Result "*"]\n')}\n\n{${digest}}\n`;
}

let best = null;
try {
  for (let n = 0; n < Number(games); n += 1) {
    const seats = (await server.get('/api/games')).books.flatMap((book) => book.games).find((one) => one.id === game).seats;
    const made = await server.post('/api/tables', { game, seats: seats.map((seat) => ({ seat, who: level })) });
    // Computers among themselves play only while somebody looks on.
    const page = await browser.page();
    await page.goto(`${server.url}/table/${made.id}/text`);
    while (!(await server.get(`/api/tables/${made.id}`)).over) await sleep(500);
    await page.close();
    const [record, notation, turns, log] = await Promise.all(
      ['record', 'notation', 'turns', 'log'].map((what) => server.get(`/api/tables/${made.id}/${what}`)),
    );
    const entries = record
      .split('\n')
      .map((line) => /^\d+ (\w+) (.*?)(?: = ([\d ]+))? #\w+$/.exec(line))
      .filter((match) => match !== null)
      .map(([, seat, action, dice]) => ({ seat, action, dice: dice ? dice.split(' ').map(Number) : [] }));
    const starts = turns.filter((mark) => mark.new_turn);
    for (const [i, mark] of starts.entries()) {
      const [from, to] = [mark.entry, starts[i + 1]?.entry];
      if (to === undefined) continue;
      const script = entries.slice(from, to);
      const turn = { lines: log.filter((line) => line.entry > from && line.entry <= to) };
      const dice = script.reduce((sum, entry) => sum + entry.dice.length, 0);
      if (!worth(turn) || script.some((entry) => entry.dice.length > 1)) continue;
      const price = script.length + 30 * dice;
      if (best && best.price <= price) continue;
      const { check } = await server.get(`/api/tables/${made.id}/view?at=${from}`);
      best = { price, game, turn: mark.turn, notation: cut(notation, from, check), script: script.map(({ action }, k) => ({ action, rolls: rollsOf(log, from + k + 1) })) };
      console.log(`game ${n + 1}, ${mark.turn}: ${script.length} actions, ${dice} dice`);
    }
  }
} finally {
  await browser.stop();
  await server.stop();
}
if (!best) {
  console.error('No such turn was found: try more games.');
  process.exit(1);
}
const { price: _, ...kept } = best;
const rows = kept.script.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
const text = `{\n  "game": ${JSON.stringify(kept.game)},\n  "turn": ${JSON.stringify(kept.turn)},\n  "notation": ${JSON.stringify(kept.notation)},\n  "script": [\n${rows}\n  ]\n}\n`;
writeFileSync(new URL(`../turns/${game}.json`, import.meta.url), text);
