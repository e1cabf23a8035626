// A page that is painted no more is woken.
//
// On very busy machines the one thread with which a page of Chromium paints can miss that there is work for it (seen with version 148, once in some
// hundred files of tests). The page answers, its compositor ticks, but what was handed to it is never ready ("not activating because pending tree not
// ready" in a trace), so that no frame comes any more and whoever waits for one waits for ever. Whatever else is painted in the same process wakes the
// thread, so a second window is opened for a moment.

/** So often a page is asked whether frames come, and so long one may take: it decides nothing but when a page that hangs is woken. */
const USUAL = { look: 20_000, still: 60_000 };

const pause = (most, answer) => new Promise((done) => setTimeout(() => done(answer), most).unref());
/** Whether something was answered in time. Of a page that is gone or goes elsewhere nothing more is wanted. */
const answered = (asked, most) => Promise.race([asked.then(() => true, () => true), pause(most, false)]);
const frame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(true))));

/** Has something else painted beside a page, until frames come again. */
export async function wake(page, { still } = USUAL) {
  const [second] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => {
      open('about:blank').document.body.innerHTML = '<h1 style="background: gray">Wake up</h1>';
    }),
  ]);
  await answered(frame(page), still);
  await second.close();
}

/** Looks after a page for as long as it is open. Says what it does. */
export async function keepAwake(page, times = USUAL, tell = console.error) {
  while (!page.isClosed()) {
    await pause(times.look);
    if (page.isClosed() || (await answered(frame(page), times.still))) continue;
    // Whoever is merely busy does not answer this either, and is let be.
    if (!(await answered(page.evaluate(() => 0), times.still))) continue;
    tell(`no frame of ${page.url()} came in ${times.still / 1000} s, and it is woken`);
    await wake(page, times).catch(() => {});
  }
}
