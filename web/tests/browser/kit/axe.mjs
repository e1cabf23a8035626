// Accessibility, as axe sees it: every rule it has, none left out; of a page that was looked at already, and has only changed its colours, those about colours.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { assert } from './test.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function axe(page, where, { coloursOnly = false } = {}) {
  // Evaluated by the browser's debugger, so that the page's content security policy stays as it is; once for every document.
  if (await page.evaluate(() => globalThis.axe?.run === undefined)) await page.evaluate(source);
  const found = await page.evaluate(async (colours) => {
    // Colours on their way from one to another are nobody's choice: what changes while axe looks changes at once.
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important; }');
    document.adoptedStyleSheets.push(still);
    try {
      return await globalThis.axe.run(document, { resultTypes: ['violations'], ...(colours ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}) });
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== still);
    }
  }, coloursOnly);
  const told = found.violations.map((one) => `${one.id}: ${one.help}\n    ${one.nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).slice(0, 5).join('\n    ')}`);
  assert.equal(told.length, 0, `${where}:\n  ${told.join('\n  ')}`);
}
