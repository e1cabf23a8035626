// Runs the browser tests: the real binary on the loopback address, and a real Chromium that plays at it.
//
//   npm run browser                 all of them
//   npm run browser -- turn axe     those files whose names hold one of these words
//
// Every file is run, whatever becomes of the others; in the end those that failed are listed.
//
// GROGNARD_BINARY   the program to test; by default the newest of target/release and target/debug
// GROGNARD_CHROMIUM the browser, by default Chromium without windows or with them, where Debian puts it
// GROGNARD_WEB      a folder with the page, instead of the one in the program
// GROGNARD_GAMES    the games to play, by default eylau and dresden
// GROGNARD_SLOWNESS a browser so many times slower: finds tests that depend on the clock
// GROGNARD_SHOTS    set: a picture of every page is kept in tests/browser/shots
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { Server } from './kit/server.mjs';
import { binary, chromium } from './kit/where.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const words = process.argv.slice(2);
const LONG = /^(bataille|eagles|turn|pages|lesson|parting)\./;
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs') && (words.length === 0 || words.some((word) => name.includes(word))))
  // The long ones first, so that none of them runs alone in the end.
  .sort((a, b) => LONG.test(b) - LONG.test(a) || a.localeCompare(b))
  .map((name) => folder + name);
if (files.length === 0) {
  console.error(`No browser test is called ${words.join(' or ')}.`);
  process.exit(2);
}
try {
  console.log(`program ${binary()}\nbrowser ${chromium()}`);
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
// A program that was built without the page has nothing to show.
const probe = await Server.start();
const page = await (await fetch(probe.url)).text();
await probe.stop();
if (!page.includes('type="module"')) {
  console.error('The program was built without its page: `npm run build` here, then build the program again; or name the folder in GROGNARD_WEB.');
  process.exit(2);
}
// Mostly they wait for each other's answers, so two files run at a time. None of them looks at the clock.
const failed = [];
const tests = run({ files, concurrency: 2 });
tests.on('test:fail', ({ name, file, todo }) => {
  if (todo === undefined) failed.push(`${basename(file ?? '')}: ${name}`);
});
tests.compose(new spec()).pipe(process.stdout);
await new Promise((done) => tests.on('end', done));
process.on('exit', () => {
  if (failed.length === 0) return;
  console.error(`\n${failed.length} of the browser tests failed:\n  ${failed.join('\n  ')}`);
  process.exitCode = 1;
});
