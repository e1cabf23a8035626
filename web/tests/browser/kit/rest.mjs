// When a page is at rest: its letters are there, nothing moves any more, and what has changed is drawn.
export async function atRest(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const moving = () => document.getAnimations().some((one) => one.playState === 'running' && Number.isFinite(Number(one.effect?.getComputedTiming().endTime)));
    await document.fonts.ready;
    await frame();
    // It is looked at frame by frame: that it is finished is never told of a movement that gave way to another one at the wrong moment.
    while (moving()) await frame();
    await frame();
  });
}
