// After the battle: the points as a table, what was counted turn by turn, losses by arm and body, where they fell; the same in words.
import { readFileSync } from 'node:fs';
import { axe } from './kit/axe.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';

const record = readFileSync(new URL('../../../records/art-of-war/eylau.record', import.meta.url), 'utf8');

for (const size of [{ name: 'desktop' }, { name: 'phone', width: 390, height: 844, touch: true }]) {
  test(`a battle is looked back upon (${size.name})`, async ({ server, open }) => {
    const table = await server.hotSeat('eylau', { record });
    const view = await server.get(`/api/tables/${table.id}/view`, table.token);
    assert.ok(view.ending, 'the game is over');
    const page = await open(`/table/${table.id}#seat=${table.token}`, size);
    const after = page.locator('[data-after]');
    await after.locator('[data-curve]').first().waitFor();
    const sum = await after.locator('[data-points] .sum').innerText();
    for (const points of view.ending.points) assert.ok(sum.includes(String(points)), `${sum} has ${points}`);
    assert.equal(await after.locator('[data-curve="points"] path.one').count(), 1, 'a curve for each side');
    assert.equal(await after.locator('[data-curve="points"] path.two').count(), 1);
    // Losses add up to what the board says is lost.
    const lost = view.board.counters.filter((one) => one.off_map === 'lost');
    const rows = await after.locator('[data-losses="by arm"] tbody tr').evaluateAll((all) => all.map((row) => Number(row.children[2].textContent)));
    assert.equal(rows.reduce((all, one) => all + one, 0), lost.length);
    await after.locator('[data-mark-graves]').click();
    assert.ok((await page.locator('.board [data-fallen]').count()) > 0, 'and are marked on the map');
    await atRest(page);
    await axe(page, `after the battle at ${size.name}`);
    if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}after-${size.name}.png` });
    // The same for those who listen.
    await page.goto(`${server.url}/table/${table.id}/text`);
    const words = page.locator('[data-after]');
    await words.locator('[data-curve="points"]').waitFor();
    assert.match(await words.innerText(), /French: turn 1 \d+.*end \d+/s);
    assert.equal(await words.locator('svg').count(), 0);
    await axe(page, `after the battle in words at ${size.name}`);
  });
}
