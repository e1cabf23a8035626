// A turn that was played before and is played again, action by action and die by die.
//
// The server rolls as it likes. Where the script wants another result, the roll is taken back, which whoever holds both seats
// may do, and rolled once more: the dice that fell stay in the record, and the next ones come from further on in the seed.
import { readFileSync } from 'node:fs';
import { assert } from './test.mjs';

/** Reads a turn: the game before it in game notation, and the actions of the turn with what their dice led to. */
export function readTurn(name) {
  return JSON.parse(readFileSync(new URL(`../turns/${name}.json`, import.meta.url), 'utf8'));
}

/** What the dice of an action led to: the result where a table gives one, else the face. */
export function rollsOf(lines, entry) {
  return lines.filter((line) => line.entry === entry && line.roll).map((line) => line.roll.result ?? String(line.roll.value));
}

/** Plays the script with a hand, from the board that is shown, and tells what happened on the way. */
export async function playScript(hand, script, { tell = () => {} } = {}) {
  const { server, table } = hand;
  const seen = { retreats: 0, displacements: 0, advances: 0, rolls: 0, again: 0 };
  for (const [i, { action, rolls }] of script.entries()) {
    for (let tries = 0; ; tries += 1) {
      assert.ok(tries < 200, `${rolls.join(' ')} did not come in ${tries} tries`);
      const view = await hand.look();
      const choice = view.choices.find((one) => one.text === action);
      assert.ok(choice, `step ${i + 1}: ${action} is offered (${view.pending?.prompt}; ${view.choices.slice(0, 6).map((c) => c.text)})`);
      await hand.play(choice, view.choices);
      const lines = await server.get(`/api/tables/${table.id}/log?from=${view.played + 1}`, table.token);
      if (rolls.length > 0) seen.rolls += 1;
      if (rollsOf(lines, view.played + 1).join() === rolls.join()) {
        for (const line of lines) {
          if (line.path?.kind === 'retreat') seen.retreats += 1;
          if (line.path?.kind === 'pushed') seen.displacements += 1;
          if (line.path?.kind === 'advance') seen.advances += 1;
        }
        break;
      }
      seen.again += 1;
      await hand.takeBack();
    }
  }
  tell(`${script.length} actions, ${seen.rolls} rolls of which ${seen.again} were taken back; ${seen.retreats} retreats, ${seen.displacements} displacements, ${seen.advances} advances`);
  return seen;
}
