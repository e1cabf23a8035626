// Two people and somebody who looks on, each in a browser of their own.
import { hexOf } from './kit/board.mjs';
import { Hand } from './kit/hand.mjs';
import { assert, test } from './kit/test.mjs';

test('two browsers at one table, and a spectator', async ({ server, open }) => {
  const made = await server.post('/api/tables', {
    game: 'eylau',
    name: 'Two',
    player: 'Anna',
    public: true,
    seats: [
      { seat: 'French', who: 'me' },
      { seat: 'Allied', who: 'open' },
    ],
  });
  const [mine, other] = made.seats;
  const anna = await open(mine.link);
  const table = { id: made.id, token: mine.token };
  const hand = new Hand(anna, server, table);
  await hand.shows(0);

  // Bert comes by the link and takes his seat. Clara comes to the same table and only looks.
  const bert = await open(other.link);
  await bert.getByRole('textbox', { name: 'Your name' }).fill('Bert');
  await bert.getByRole('button', { name: 'Play Allied' }).click();
  await bert.getByRole('button', { name: 'Play Allied' }).waitFor({ state: 'detached' });
  const clara = await open(`/table/${made.id}`);
  await clara.locator('[data-played="0"]').waitFor({ state: 'attached' });

  // What Anna plays appears at Bert's and at Clara's, without a reload.
  const view = await hand.look();
  const pick = view.choices.find((one) => one.text.startsWith('pick ') && view.board.counters.some((c) => c.tag === one.unit && c.hex));
  await hand.play(pick, view.choices);
  const then = await hand.look();
  const go = then.choices.find((one) => one.text.startsWith('go '));
  await hand.play(go, then.choices);
  for (const page of [bert, clara]) {
    await page.locator('[data-played="2"]').waitFor({ state: 'attached' });
    assert.equal(await hexOf(page, pick.unit), go.hex);
  }

  // It is not Bert's turn, and Clara has none: neither is offered anything, and neither can do anything.
  for (const page of [bert, clara]) assert.equal(await page.locator('[data-choice]').count(), 0);
  const answer = await fetch(`${server.url}/api/tables/${made.id}/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'end', played: 2 }),
  });
  assert.equal(answer.status, 403);

  // They can talk. What is said is text, whatever it looks like.
  const talk = '<img src=x onerror=alert(1)> & good luck';
  await anna.getByRole('tab', { name: /Talk/ }).click();
  await anna.getByRole('textbox', { name: 'Say something' }).fill(talk);
  await anna.getByRole('button', { name: 'Send' }).click();
  await bert.getByRole('tab', { name: /Talk/ }).click();
  await bert.getByText(talk).waitFor();
  assert.equal(await bert.locator('img[src="x"]').count(), 0);

  // Anna ends her phases; in the end it is for Bert to decide, and his page says so in the tab's title.
  for (let i = 0; i < 40; i += 1) {
    const now = await hand.look();
    if (now.pending.seat !== 'French') break;
    const end = now.choices.find((one) => 'button' in one.at) ?? now.choices[0];
    await hand.play(end, now.choices);
  }
  await bert.waitForFunction(() => document.title.startsWith('●'));
  assert.ok((await bert.locator('[data-choice]').count()) > 0);
  assert.ok(!(await anna.title()).startsWith('●'));
});

test('asking to take back, and agreeing', async ({ server, open }) => {
  const made = await server.post('/api/tables', { game: 'eylau', seats: [{ seat: 'French', who: 'me' }, { seat: 'Allied', who: 'open' }] });
  const [french, allied] = made.seats;
  const invite = new URLSearchParams(allied.link.split('#')[1]).get('invite').split('.')[1];
  const taken = await server.post(`/api/tables/${made.id}/seats/Allied`, { name: 'Bert', invite });
  const anna = await open(french.link);
  const bert = await open(taken.link);
  const hand = new Hand(anna, server, { id: made.id, token: french.token });
  await hand.shows(0);
  // She ends her phase; now Bert has to say something, and she wants it back.
  let view = await hand.look();
  while (view.pending.seat === 'French') {
    await hand.play(view.choices.find((one) => 'button' in one.at), view.choices);
    view = await hand.look();
  }
  const other = { id: made.id, token: taken.token };
  const his = new Hand(bert, server, other);
  await his.shows(view.played);
  const all = (await his.look()).choices;
  await his.play(all.find((one) => 'button' in one.at) ?? all[0], all);
  await hand.shows(view.played + 1);
  await anna.locator('[data-undo]').click();
  await anna.getByRole('button', { name: 'Ask the other side' }).click();
  await bert.getByRole('button', { name: 'Allow it' }).first().click();
  await anna.waitForFunction((played) => Number(document.querySelector('[data-played]')?.getAttribute('data-played')) < played, view.played + 1);
});
