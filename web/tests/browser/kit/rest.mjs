// When a page is at rest: its letters are there, nothing moves any more, and what has changed is drawn.
export async function atRest(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const moving = () => document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(Number(one.effect?.getComputedTiming().endTime)));
    await document.fonts.ready;
    await frame();
    for (let now = moving(); now.length > 0; now = moving()) await Promise.allSettled(now.map((one) => one.finished));
    await frame();
  });
}
