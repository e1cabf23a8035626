// The guided first turn, taken by somebody who does nothing but what the page says: reads and presses Next, clicks where it points, presses the
// button that it marks. With the mouse, with taps, and with keys alone; on the text board, too.
import { axe } from './kit/axe.mjs';
import { hexOf, painted, whereHex } from './kit/board.mjs';
import { atRest } from './kit/rest.mjs';
import { assert, shots, test } from './kit/test.mjs';
import { tap, tapAt } from './kit/touch.mjs';

const shoot = async (page, name) => {
  if (process.env.GROGNARD_SHOTS) await page.screenshot({ path: `${shots}lesson-${name}.png` });
};

/** What the card says now: step, title, and what it wants. */
const card = (page) =>
  page.evaluate(() => {
    const coach = document.querySelector('[data-lesson]');
    if (!coach) return null;
    const pins = [...document.querySelectorAll('[data-taught]')].map((one) => one.getAttribute('data-taught'));
    return { step: Number(coach.getAttribute('data-lesson')), title: coach.querySelector('h2').textContent, reading: coach.querySelector('[data-next]') !== null, pins };
  });

/** Waits until the card has something else to say than before, or is gone. */
const other = (page, before) =>
  page.waitForFunction(
    ([step, pins]) => {
      const coach = document.querySelector('[data-lesson]');
      const now = [...document.querySelectorAll('[data-taught]')].map((one) => one.getAttribute('data-taught')).join();
      return !coach || Number(coach.getAttribute('data-lesson')) !== step || now !== pins;
    },
    [before.step, before.pins.join()],
  );

/** Does what the card says, until it is gone. `how` clicks a hex, or presses a button. */
async function obey(page, how, look = async () => {}) {
  const met = [];
  for (let i = 0; i < 60; i += 1) {
    await page.waitForFunction(() => document.querySelector('[data-lesson] [data-next], [data-taught], .orders.pointed .buttons button:enabled') ?? !document.querySelector('[data-lesson]'));
    const now = await card(page);
    if (now === null) return met;
    if (met.at(-1) !== now.title) met.push(now.title);
    await atRest(page);
    await look(now);
    if (now.reading) await how.press('[data-lesson] [data-next]');
    else if (now.pins.length > 0) {
      await how.point(now.pins[0]);
      // Where two could go there, it is asked who.
      if (now.title === 'Advance') await how.press('[data-menu] [data-choice]');
    }
    else {
      await how.press('.orders.pointed .buttons button:enabled');
      const asked = await page.waitForFunction((step) => {
        if (document.querySelector('[data-confirm-yes]')) return 'yes';
        return Number(document.querySelector('[data-lesson]')?.getAttribute('data-lesson') ?? -1) === step ? null : 'done';
      }, now.step);
      if ((await asked.jsonValue()) === 'yes') await how.press('[data-confirm-yes]');
    }
    await other(page, now);
  }
  return assert.fail(`the lesson does not end: ${met.join(', ')}`);
}

const WANTED = ['Take it in hand', 'How far it gets', 'The rules watch', 'Zones of Control', 'Move next to the enemy', 'End the movement', 'Choose a target', 'Choose who attacks', 'The odds', 'Roll the die', 'The result', 'Advance', 'That was a turn'];
const learnt = (met) => assert.deepEqual(met.filter((title) => WANTED.includes(title)), WANTED, met.join(', '));

async function begun(open, size) {
  const page = await open('/', size);
  await page.getByRole('button', { name: /guided first turn/ }).first().click();
  await page.locator('[data-lesson="0"]').waitFor();
  await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
  return page;
}

for (const size of [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844, touch: true },
]) {
  test(`the guided turn, by doing what the page says (${size.name})`, async ({ open }) => {
    const page = await begun(open, size);
    await atRest(page);
    await axe(page, `the guided turn at ${size.name}`);
    const point = async (hex) => {
      await painted(page);
      const { x, y } = await whereHex(page, hex);
      // What is pointed at can be hit: it is in sight, and nothing lies over it.
      const free = await page.evaluate(([left, down]) => {
        const there = document.elementFromPoint(left, down);
        return there?.closest('.board') != null && there.closest('[data-chrome]') === null;
      }, [x, y]);
      assert.ok(free, `${hex} is in sight`);
      if (!size.touch) return page.mouse.click(x, y);
      return tapAt(page, { x, y });
    };
    const press = async (what) => {
      const button = page.locator(what).first();
      const box = await button.boundingBox();
      assert.ok(box && box.height >= (size.touch ? 32 : 24), `${what} can be pressed`);
      await (size.touch ? tap(button) : button.click());
    };
    const met = await obey(page, { point, press }, async (now) => {
      if (now.title === 'Zones of Control') {
        assert.match(await page.locator('[data-refusal="4.3"]').innerText(), /4\.3/, 'the rules have refused it, with their case');
        await page.locator('.tone.two, .tone.one').first().waitFor({ state: 'attached' });
      }
      if (now.title === 'The odds') assert.match(await page.locator('[data-odds]').first().innerText(), /Dr/);
      await shoot(page, `${size.name}-${String(now.step).padStart(2, '0')}`);
    });
    learnt(met);
    // It was a real game, and goes on as one.
    await page.waitForFunction(() => document.querySelector('[data-lesson]') === null && Number(document.querySelector('[data-played]').getAttribute('data-played')) > 9);
    await shoot(page, `${size.name}-end`);
    await page.reload();
    await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
    assert.equal(await page.locator('[data-lesson]').count(), 0, 'what was learnt is not told again');
  });
}

test('the guided turn with keys alone, and what it does not want is not done', async ({ open }) => {
  const page = await begun(open, { width: 1280, height: 800 });
  const point = async (hex) => {
    for (let i = 0; i < 40; i += 1) {
      await page.keyboard.press('u');
      if ((await page.locator('.status b').textContent().catch(() => '')) === hex) break;
    }
    assert.equal(await page.locator('.status b').textContent(), hex, 'the key u leads to what is pointed at');
    await page.keyboard.press('Enter');
  };
  const press = async (what) => {
    await page.locator(what).first().focus();
    await page.keyboard.press('Enter');
  };
  // Another unit than the one that is pointed at stays where it is, and the card says once more what is wanted.
  await press('[data-lesson] [data-next]');
  await press('[data-lesson] [data-next]');
  await page.locator('[data-lesson="2"]').waitFor();
  await atRest(page);
  const { x, y } = await whereHex(page, '1614');
  await page.mouse.click(x, y);
  await page.locator('[data-lesson] .nudged').waitFor();
  assert.equal(await page.locator('[data-played]').getAttribute('data-played'), '0');
  // What is taken back is learnt anew.
  await point('1811');
  await page.locator('[data-lesson="3"]').waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('[data-lesson="2"]').waitFor();
  // It is taken up where it was left.
  await page.reload();
  await page.locator('[data-lesson="2"]').waitFor();
  await page.locator('[data-painted]:not([data-painted="0"])').waitFor({ state: 'attached' });
  learnt(await obey(page, { point, press }));
});

test('a guided turn can be left at any time, and the game is an ordinary one then', async ({ open }) => {
  const page = await begun(open, { width: 1440, height: 900 });
  await page.locator('[data-next]').click();
  await page.locator('[data-next]').click();
  await page.locator('[data-leave-lesson]').click();
  await page.locator('[data-lesson]').waitFor({ state: 'detached' });
  await painted(page);
  const { x, y } = await whereHex(page, '1614');
  await page.mouse.click(x, y);
  await page.locator('[data-played="1"]').waitFor({ state: 'attached' });
  assert.equal(await hexOf(page, 'Des1'), '1614');
});

test('the guided turn on the text board', async ({ open }) => {
  const page = await begun(open, { width: 1280, height: 800 });
  await page.goto(`${page.url()}/text`);
  await page.locator('[data-lesson="0"]').waitFor();
  await axe(page, 'the guided turn in words');
  const met = [];
  for (let i = 0; i < 60; i += 1) {
    // The next step may be there before its board; until then the choices of the last one rest.
    await page.waitForFunction(() => document.querySelector('[data-lesson] [data-next], [data-lesson] [data-try], #decision [data-action]:not([aria-disabled])') ?? !document.querySelector('[data-lesson]'));
    const now = await card(page);
    if (now === null) break;
    met.push(now.title);
    const button = page.locator('[data-lesson] [data-next], [data-lesson] [data-try]');
    if ((await button.count()) > 0) await button.first().click();
    else {
      const played = await page.locator('[data-played]').getAttribute('data-played');
      await page.locator('[data-action]').first().click();
      const asked = await page.waitForFunction((was) => (document.querySelector('[data-confirm-yes]') ? 'yes' : document.querySelector('[data-played]').getAttribute('data-played') !== was ? 'done' : null), played);
      if ((await asked.jsonValue()) === 'yes') await page.locator('[data-confirm-yes]').click();
      await page.waitForFunction((was) => document.querySelector('[data-played]').getAttribute('data-played') !== was, played);
    }
    await page.waitForFunction(([step, wanted]) => Number(document.querySelector('[data-lesson]')?.getAttribute('data-lesson') ?? -1) !== step || !wanted, [now.step, (await button.count()) > 0]);
  }
  learnt([...new Set(met)]);
});
