// Accessibility, as axe sees it: every rule it has, none left out.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { assert } from './test.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function axe(page, where) {
  // Evaluated by the browser's debugger, so that the page's content security policy stays as it is.
  await page.evaluate(source);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const told = found.violations.map((one) => `${one.id}: ${one.help}\n    ${one.nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).slice(0, 5).join('\n    ')}`);
  assert.equal(told.length, 0, `${where}:\n  ${told.join('\n  ')}`);
}
