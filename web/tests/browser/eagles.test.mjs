// The campaign of 1807: a whole turn by two people, each in a browser of their own, with the mouse, with a finger, with keys; and nobody sees what is hidden from him.
// Then what the page shows of it: signs on the map, what each leader leads, layers, tracks, boxes, the calendar.
import { axe } from './kit/axe.mjs';
import { painted, settled, told, units, whereHex, whereUnit } from './kit/board.mjs';
import { BoardKeys } from './kit/board-keys.mjs';
import { far, Turn } from './kit/campaign.mjs';
import { Ears, everything, holdsNone } from './kit/everything.mjs';
import { Finger } from './kit/finger.mjs';
import { Hand } from './kit/hand.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';

const SEATS = ['French', 'Coalition'];
const other = (seat) => SEATS.find((one) => one !== seat);
const shot = async (page, name) => {
  if (!process.env.GROGNARD_SHOTS) return;
  await atRest(page);
  await page.screenshot({ path: `${shots}eagles-${name}.png` });
};

/** A table for two, each with a page, and ears on it. */
async function twoBrowsers(server, open, game, options) {
  const made = await server.post('/api/tables', { game, name: 'Two', player: 'Anna', seats: [{ seat: 'French', who: 'me' }, { seat: 'Coalition', who: 'open' }] });
  const [mine, free] = made.seats;
  const invite = new URLSearchParams(free.link.split('#')[1]).get('invite').split('.')[1];
  const taken = await server.post(`/api/tables/${made.id}/seats/Coalition`, { name: 'Bert', invite });
  const links = { French: mine, Coalition: taken };
  const found = {};
  for (const seat of SEATS) {
    let ears;
    const page = await open(links[seat].link, { prefs: { minimap: false }, ...options, before: (one) => (ears = new Ears(one)) });
    await page.locator('[data-played]').waitFor({ state: 'attached' });
    await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
    await painted(page);
    found[seat] = { page, ears, table: { id: made.id, token: links[seat].token } };
  }
  return { id: made.id, ...found };
}

/** What a side hides from the other: names of its leaders and of their units; and what the book has shown of it, as its owner was told. */
class Hidden {
  constructor(server, id, token, seat) {
    Object.assign(this, { server, id, token, seat });
  }

  async begin() {
    const { board } = await this.server.get(`/api/tables/${this.id}/view`, this.token);
    const own = board.counters.filter((one) => one.side === this.seat);
    this.leaders = own.filter((one) => one.kind === 'leader').map((one) => one.tag);
    this.units = own.filter((one) => one.kind !== 'leader').map((one) => one.tag);
    assert.ok(this.leaders.length > 5 && this.units.length > 10, `${this.seat} has something to hide`);
    return this;
  }

  async log() {
    return this.server.get(`/api/tables/${this.id}/log`, this.token);
  }

  /** Whom the book has shown so far: whoever takes part in a battle or holds somebody in his zone; and whoever is taken. */
  async shown() {
    const found = new Set();
    for (const { text } of await this.log()) {
      const [, name] = /^(\S+) (?:is shown|is captured|is turned up)/.exec(text) ?? [];
      if (name) found.add(name);
    }
    return found;
  }

  /** Names that nobody else may have heard, by whom the book has shown. */
  async names(known = null) {
    const shown = known ?? (await this.shown());
    return [...this.leaders.filter((tag) => !shown.has(tag)), ...this.units];
  }
}

/** The other side's counters as this seat is told of them: those that lie face down say nothing, the others were shown. */
function blind(view, seat, shown, when) {
  for (const counter of view.board.counters.filter((one) => one.side !== seat)) {
    if (!counter.hidden) assert.ok(shown.has(counter.tag), `${when}: ${seat} knows ${counter.tag}`);
    else {
      const { values, strength, movement, ratings, branch, body, name } = counter;
      assert.deepEqual([values, strength ?? null, movement ?? null, ratings ?? [], branch ?? '', body ?? '', name], ['', null, null, [], '', '', '?'], `${when}: ${counter.tag} tells ${seat} something`);
    }
  }
  assert.ok(view.board.boxes.every((box) => box.side === seat), `${when}: boxes of ${seat}`);
}

/** Dice that were rolled out of sight are not heard by the other side. */
async function deaf(ears, seat, logs, when) {
  const by = new Map(logs[other(seat)].filter((line) => line.case === '7' && line.roll).map((line) => [line.entry, line]));
  for (const one of await ears.objects()) {
    if (one.roll && one.case === '7') assert.ok(logs[seat].some((line) => line.entry === one.entry && line.text === one.text), `${when}: ${seat} hears a die of ${other(seat)}: ${one.text}`);
    if (Array.isArray(one.dice) && typeof one.action === 'string' && by.has(one.entry) && one.seat === other(seat)) assert.deepEqual(one.dice, [], `${when}: dice of ${one.action}`);
  }
  return by.size;
}

const WAYS = [
  { name: 'mouse', options: { width: 1440, height: 900 }, hand: (page, server, table) => new Hand(page, server, table) },
  { name: 'touch', options: { width: 390, height: 844, touch: true }, hand: (page, server, table) => new Finger(page, server, table) },
  { name: 'keys', options: { width: 1440, height: 900 }, hand: (page, server, table) => new BoardKeys(page, server, table) },
];

for (const { name, options, hand } of WAYS) {
  test(`a whole turn of Pultusk by ${name}, in two browsers`, async ({ server, open, tell }) => {
    const table = await twoBrowsers(server, open, 'eagles-pultusk', options);
    const [hands, hidden] = [{}, {}];
    for (const seat of SEATS) {
      hands[seat] = await hand(table[seat].page, server, table[seat].table);
      hidden[seat] = await new Hidden(server, table.id, table[seat].table.token, seat).begin();
    }
    const before = await hands.French.look();
    const pictures = new Set();

    /** Neither knows more than the book tells, and than he sees. */
    const nobodyPeeks = async (views, when, whole) => {
      for (const seat of SEATS) {
        const shown = await hidden[other(seat)].shown();
        const [names, view] = [await hidden[other(seat)].names(shown), views[seat]];
        blind(view, seat, shown, when);
        await hands[seat].shows(view.played);
        for (const [tag] of await units(table[seat].page)) assert.ok(!names.includes(tag), `${when}: ${tag} is painted for ${seat}`);
        if (!whole) continue;
        holdsNone(await everything(table[seat].page), names, `${when}, what ${seat} sees`);
        // What was heard before was looked at when more was hidden than now.
        holdsNone(await table[seat].ears.news(), names, `${when}, what ${seat} hears`);
      }
    };

    let phase = '';
    const seen = await new Turn(hands).play({
      each: async (views, seat) => {
        const view = views[seat];
        const now = `${view.board.phase}: ${view.choices.map((one) => one.group).find((group) => group !== 'end')}`;
        await nobodyPeeks(views, now, now !== phase);
        phase = now;
        const kind = now.replace(/[^a-z]+/gi, '-').toLowerCase();
        if (pictures.has(kind)) return;
        pictures.add(kind);
        await shot(table[seat].page, `${name}-${kind}`);
      },
      after: async (choice, seat, views) => {
        // What was meant was done, and nothing else.
        const { played, pending } = views[seat];
        await hands[seat].shows(played);
        const deeds = (await table[seat].ears.about(played)).map((one) => one.action).filter((action) => typeof action === 'string');
        assert.ok(deeds.includes(choice.text), `${choice.text} was meant, and done was ${deeds}`);
        if (choice.group !== 'pitched' && choice.group !== 'pursuit') return;
        // The first of two to pick keeps it to himself.
        if (pending?.seat !== other(seat) || !views[other(seat)].choices.some((one) => one.group === 'pitched')) return;
        const lines = (await hidden[other(seat)].log()).filter((line) => line.entry === played);
        assert.ok(lines.every((line) => !/pitched|pursuit/i.test(line.text)), `${other(seat)} reads what ${seat} picked: ${JSON.stringify(lines)}`);
        for (const one of await table[other(seat)].ears.about(played)) if (typeof one.action === 'string') assert.equal(one.action, 'choose');
      },
    });
    tell(Object.entries(seen).map(([what, count]) => `${what} ${count}`).join(', '));
    for (const what of ['regrouped', 'commanded', 'marched', 'tried', 'attacked', 'chosen', 'lost', 'ended']) assert.ok(seen[what] > 0, `${what}: ${JSON.stringify(seen)}`);

    const end = {};
    for (const seat of SEATS) end[seat] = await hands[seat].look();
    await nobodyPeeks(end, 'after the turn', true);
    const logs = Object.fromEntries(await Promise.all(SEATS.map(async (seat) => [seat, await hidden[seat].log()])));
    for (const seat of SEATS) assert.ok((await deaf(table[seat].ears, seat, logs, 'after the turn')) > 0, `${other(seat)} has rolled out of sight`);

    // Both pages show the new turn, each as its seat may see it.
    for (const seat of SEATS) {
      const after = end[seat];
      assert.equal(after.board.turn_number, before.board.turn_number + 1);
      await hands[seat].shows(after.played);
      const there = after.board.counters.filter((one) => one.hex).map((one) => [one.tag, one.hex]);
      assert.deepEqual(Object.fromEntries(await units(table[seat].page)), Object.fromEntries(there));
      await axe(table[seat].page, `${seat} after a turn by ${name}`);
      if (hands[seat].used) {
        tell(`${seat}: ${JSON.stringify(hands[seat].used)}`);
        for (const way of ['lit', 'orders']) assert.ok(hands[seat].used[way] > 0, `keys of ${seat}: ${JSON.stringify(hands[seat].used)}`);
      }
    }
  });
}

test('Outposts and bridge trains are their owner’s affair', async ({ server, open }) => {
  const table = await twoBrowsers(server, open, 'eagles-eylau-campaign', { width: 1440, height: 900 });
  const hidden = {};
  for (const seat of SEATS) hidden[seat] = await new Hidden(server, table.id, table[seat].table.token, seat).begin();
  const posted = { French: [], Coalition: [] };
  for (let i = 0; i < 60; i += 1) {
    const { pending, played } = await server.get(`/api/tables/${table.id}/view`);
    const { token } = table[pending.seat].table;
    const view = await server.get(`/api/tables/${table.id}/view`, token);
    const pick = ['carry', 'post'].map((group) => view.choices.find((one) => one.group === group)).find((one) => one !== undefined);
    if (!pick && !view.choices.some((one) => one.group === 'end')) break;
    if (!/give out/.test(view.board.prompt)) break;
    if (pick) posted[pending.seat].push(pick.text);
    await server.post(`/api/tables/${table.id}/act`, { action: pick?.text ?? 'end', played }, token);
  }
  for (const seat of SEATS) {
    assert.ok(posted[seat].some((text) => text.startsWith('carry')) && posted[seat].some((text) => text.startsWith('post')), `${seat}: ${posted[seat]}`);
    const [own, theirs] = [table[seat], table[other(seat)]];
    const view = await server.get(`/api/tables/${table.id}/view`, own.table.token);
    await own.page.locator(`[data-played="${view.played}"]`).waitFor({ state: 'attached' });
    // The owner sees which is which.
    const mine = view.board.counters.filter((one) => one.side === seat && one.hex);
    assert.ok(mine.some((one) => one.badges.includes('outpost')) && mine.some((one) => one.badges.includes('bridge train')), `${seat} knows his own`);
    // The other sees counters that lie face down, and as many as stand there.
    const seen = (await server.get(`/api/tables/${table.id}/view`, theirs.table.token)).board.counters.filter((one) => one.side === seat && one.hex);
    assert.equal(seen.length, mine.length);
    assert.ok(seen.every((one) => one.hidden && one.badges.every((badge) => badge === 'without troops')), `${other(seat)}: ${JSON.stringify(seen.map((one) => one.badges))}`);
    await theirs.page.locator(`[data-played="${view.played}"]`).waitFor({ state: 'attached' });
    const names = await hidden[seat].names();
    holdsNone(await everything(theirs.page), names.filter((tag) => !isDue(view, tag)), `what ${other(seat)} sees`);
    for (const one of await theirs.ears.objects()) {
      if (one.side === seat && Array.isArray(one.badges)) assert.ok(!one.badges.some((badge) => /outpost|train/.test(badge)), `${other(seat)} hears of ${one.tag}: ${one.badges}`);
    }
  }
});

/** Whom the calendar names: the set-up prints when he comes, and everybody may read it. */
const isDue = (view, tag) => view.board.scales.find((scale) => scale.name === 'Calendar').markers.some((marker) => marker.name.split(/ at |,/)[0] === view.board.counters.find((one) => one.tag === tag)?.name);

/** One person with both seats would look through a curtain: one seat, and the other stays open. */
async function asFrench(server, open, game, { options = {}, ...size } = {}) {
  const made = await server.post('/api/tables', { game, name: 'Test', options, seats: [{ seat: 'French', who: 'me' }, { seat: 'Coalition', who: 'open' }] });
  const { token, link } = made.seats.find((one) => one.token);
  const page = await open(link, { prefs: { minimap: false }, ...size });
  await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
  await painted(page);
  const table = { id: made.id, token };
  return { page, table, view: () => server.get(`/api/tables/${made.id}/view`, token) };
}

/** A kind of mark as people say it. */
const said = (kind) => kind.replaceAll('-', ' ');

const SIZES = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844, touch: true },
];

for (const { name, ...size } of SIZES) {
  test(`signs on the map can be read and are told (${name})`, async ({ server, open, tell }) => {
    for (const [game, wanted] of [['eagles-friedland-campaign', ['French-Center-of-Operations', 'Russian-Center-of-Operations', 'supply-source', 'redoubt']], ['eagles-pultusk-campaign', ['Prussian-Center-of-Operations']]]) {
      const { page, view } = await asFrench(server, open, game, size);
      const { board } = await view();
      for (const kind of wanted) {
        assert.ok(board.marks.some((mark) => mark.kind === kind), `${game} has a ${kind}: ${board.marks.map((mark) => mark.kind)}`);
        await page.locator(`[data-sign="${said(kind)}"]`).first().waitFor({ state: 'attached' });
      }
      await page.getByRole('button', { name: 'Fit the map to the window' }).click();
      await atRest(page);
      const wide = await page.locator('[data-sign] > .sign').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
      tell(`${game}: signs of ${Math.min(...wide)} pixels at ${(await told(page)).scale.toFixed(3)}`);
      assert.ok(wide.every((pixels) => pixels >= 14), `as small as ${Math.min(...wide)}`);
      await shot(page, `signs-far-${game}-${name}`);
      // Those who listen are told the same, hex by hex.
      const mark = board.marks.find((one) => one.kind === wanted[0]);
      await page.locator('.board').focus();
      const hand = new Hand(page, server, {});
      if (!size.touch) await hand.near(mark.hex, 34);
      await shot(page, `signs-near-${game}-${name}`);
      await page.goto(page.url().replace(/(\/table\/[^/#?]+).*/, '$1/text'));
      await page.getByLabel('Go to hex').fill(mark.hex);
      await page.getByRole('button', { name: 'Go', exact: true }).click();
      await page.locator(`[data-walk="${mark.hex}"]`).filter({ hasText: said(mark.kind) }).waitFor();
      for (const side of (board.hexside_marks ?? []).slice(0, 1)) {
        await page.getByLabel('Go to hex').fill(side.from);
        await page.getByRole('button', { name: 'Go', exact: true }).click();
        await page.locator(`[data-walk="${side.from}"]`).filter({ hasText: said(side.kind) }).waitFor();
      }
      await axe(page, `the text board of ${game} at ${name}`);
    }
  });

  test(`what a leader leads, tracks, boxes and the calendar (${name})`, async ({ server, open }) => {
    const { page, table, view } = await asFrench(server, open, 'eagles-pultusk-campaign', size);
    // The other side decides: a click means nothing else than to look.
    await server.post(`/api/tables/${table.id}/act`, { action: 'end', played: 0 }, table.token);
    await page.locator('[data-played="1"]').waitFor({ state: 'attached' });
    const { board } = await view();
    const hand = size.touch ? new Finger(page, server, {}) : new Hand(page, server, {});
    const lone = board.counters.find((one) => one.side === 'French' && one.hex && one.strength > 0 && board.counters.filter((c) => c.hex === one.hex).length === 1);
    await hand.near(lone.hex);
    await hand.clickUnit(lone.tag);
    const card = page.locator(`[data-force="${lone.tag}"]`);
    await card.waitFor({ state: 'attached' });
    const led = board.boxes.find((box) => box.name === `Track of ${lone.tag}`);
    assert.ok(led.counters.length > 0);
    const words = await card.textContent();
    for (const tag of led.counters) assert.ok(words.includes(board.counters.find((one) => one.tag === tag).name), `${tag} on the display of ${lone.tag}`);
    await shot(page, `force-${name}`);
    // An enemy's counter is nobody's affair.
    const foes = board.counters.filter((one) => one.side === 'Coalition' && one.hex && one.hidden && board.counters.filter((c) => c.hex === one.hex).length === 1);
    const [foe] = foes.sort((a, b) => far(a.hex, lone.hex) - far(b.hex, lone.hex));
    await hand.near(foe.hex);
    await hand.clickUnit(foe.tag);
    await card.waitFor({ state: 'detached' });
    assert.equal(await page.locator('[data-force]').count(), 0);

    await page.getByRole('tab', { name: 'Forces' }).click();
    for (const scale of ['Morale', 'Weather', 'French Administrative Points']) await page.locator(`[data-scale="${scale}"] li.here`).waitFor();
    assert.equal(await page.locator('[data-scale="Russian Administrative Points"]').count(), 0, 'the enemy’s points are his affair');
    for (const box of ['Podlasia', 'Cantonment']) await page.locator(`[data-display="${box}"]`).waitFor();
    await axe(page, `forces at ${name}`);
    await shot(page, `forces-${name}`);
    await page.locator('[data-display="Podlasia"]').scrollIntoViewIfNeeded();
    await shot(page, `boxes-${name}`);

    await page.locator('[data-open-calendar]').click();
    const calendar = page.locator('[data-calendar]');
    await calendar.waitFor();
    assert.equal(await calendar.getAttribute('data-calendar'), '103');
    assert.equal(await calendar.locator('[data-day]').count(), 103);
    await calendar.locator('[aria-current="date"]').waitFor();
    assert.match(await calendar.innerText(), /Napoleon at S-0123/, 'who is due, and where');
    assert.match(await calendar.innerText(), /replacements: 3 infantry/, 'what is due');
    await axe(page, `the calendar at ${name}`);
    await shot(page, `calendar-${name}`);
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    await page.goto(page.url().replace(/(\/table\/[^/#?]+).*/, '$1/text'));
    await page.locator('[data-scales]').filter({ hasText: /Morale C/ }).waitFor();
    await page.locator('[data-due] summary').click();
    await page.locator('[data-due]').filter({ hasText: 'Napoleon at S-0123' }).waitFor();
    await page.locator('[data-boxes] summary').click();
    await axe(page, `tracks on the text board at ${name}`);
  });
}

/** Puts marks on a board on its way to the page: those that a game has only after many turns. */
const dressed = (marks, borders) => (page) =>
  page.routeWebSocket(/\/live$/, (socket) => {
    const up = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      // A view that is changed on its way has another sum than the server knows: whole ones, and as text.
      up.send(message.type === 'hello' ? JSON.stringify({ ...message, mode: 'view', packed: false }) : text);
    });
    up.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.view) {
        message.view.board.marks.push(...marks);
        message.view.board.hexside_marks = [...(message.view.board.hexside_marks ?? []), ...borders];
      }
      socket.send(JSON.stringify(message));
    });
  });

for (const { name, ...size } of SIZES) {
  test(`every sign there is (${name})`, async ({ server, open }) => {
    const marks = ['unfinished-redoubt', 'bridge-train', 'supply-source-to-come', 'Prussian-Center-of-Operations-inactive'].map((kind, i) => ({ hex: `S-421${i}`, kind, side: i === 3 ? 'Coalition' : 'French' }));
    const borders = ['pontoon-bridge', 'damaged-bridge', 'frozen-lake', 'rampart'].map((kind, i) => ({ from: `S-441${i}`, to: `S-441${i + 1}`, kind, side: i % 3 === 0 ? 'French' : null }));
    const { page } = await asFrench(server, open, 'eagles-pultusk', { ...size, before: dressed(marks, borders) });
    const hand = size.touch ? new Finger(page, server, {}) : new Hand(page, server, {});
    await hand.near('S-4312', 40);
    for (const { kind } of marks) assert.equal(await page.locator(`[data-sign="${said(kind)}"]`).count(), 1, kind);
    for (const { kind } of borders) assert.ok((await page.locator(`[data-hexside="${said(kind)}"]`).count()) >= 1, kind);
    assert.equal(await page.locator('[data-sign] .bar.thin').count(), 3, 'what does not serve is struck out');
    await shot(page, `every-sign-${name}`);
    // By keys each is told with its hex.
    if (size.touch) return;
    const heard = page.locator('[data-said]');
    await page.locator('.board').focus();
    const at = await whereHex(page, 'S-4211');
    // A click asks why nothing is to be done there; what is answered is said, and is not to come between what keys are told.
    const answered = page.waitForResponse((answer) => answer.url().includes('/why'));
    await page.mouse.click(at.x, at.y);
    await (await answered).finished();
    await heard.filter({ hasText: 'Refused' }).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await heard.filter({ hasText: 'supply source to come: French' }).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await heard.filter({ hasText: 'bridge train: French' }).waitFor({ state: 'attached' });
    await axe(page, 'every sign');
  });
}

test('layers: lines, commands, zones, reach', async ({ server, open, tell }) => {
  for (const game of ['eagles-pultusk', 'eagles-eylau-campaign']) {
    const { page, table, view } = await asFrench(server, open, game, { width: 1440, height: 900 });
    const list = await server.get(`/api/tables/${table.id}/overlays`, table.token);
    const { board } = await view();
    const own = board.counters.find((one) => one.side === 'French' && one.hex && one.strength > 0);
    const at = await whereHex(page, own.hex);
    await page.mouse.move(at.x, at.y);
    for (const [id, tones] of [['zones', ['one', 'two']], ['lines', ['one']], ['command', ['seen']], ['reach', ['one']]]) {
      const { key, title } = list.find((one) => one.id === id);
      await page.locator(`[data-overlay="${id}"]`).waitFor({ state: 'attached' });
      await page.keyboard.press(key);
      for (const tone of tones) await page.locator(`.tone.${tone} .edge`).first().waitFor({ state: 'attached' });
      await page.locator('.legend').filter({ hasText: title }).waitFor();
      await shot(page, `layer-${id}-${game}`);
      await page.keyboard.press(key);
      await page.locator(`.tone.${tones[0]}`).first().waitFor({ state: 'detached' });
      tell(`${game}, ${key}: ${title}`);
    }
    assert.ok((await whereUnit(page, own.tag)) !== null);
    await axe(page, `layers of ${game}`);
  }
});

test('a game of one sheet shows one sheet', async ({ server, open }) => {
  for (const [game, sheets] of [['eagles-pultusk', 'S'], ['eagles-friedland', 'N'], ['eagles-eylau', 'NC'], ['eagles-eylau-campaign', 'NCS']]) {
    const map = await server.get(`/api/games/${game}/map`);
    // A row where two sheets meet is called by the upper one.
    const letters = [...new Set(map.hexes.map((hex) => hex.number[0]))].filter((letter) => map.hexes.filter((hex) => hex.number[0] === letter).length > 61);
    assert.deepEqual(letters.sort(), [...sheets].sort(), game);
    for (const { name, ...size } of SIZES) {
      const { page } = await asFrench(server, open, game, size);
      for (const [letter, hex] of [['N', 'N-3214'], ['S', 'S-3216']]) assert.equal((await whereHex(page, hex)) !== null, sheets.includes(letter), `${game}: ${hex}`);
      await shot(page, `sheet-${game}-${name}`);
      await page.getByRole('button', { name: 'Fit the map to the window' }).click();
      await atRest(page);
      await settled(page);
      await shot(page, `sheet-whole-${game}-${name}`);
      await page.close();
    }
  }
});
