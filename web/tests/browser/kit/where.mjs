// Where the program and the browser are.
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function binary() {
  const named = process.env.GROGNARD_BINARY;
  if (named) {
    if (!existsSync(named)) throw new Error(`GROGNARD_BINARY: ${named} does not exist`);
    return named;
  }
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
  const built = [`${target}/release/grognard`, `${target}/debug/grognard`].filter((path) => existsSync(path));
  built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (built.length === 0) throw new Error('There is no program to test: build it with `cargo build -p grognard-cli`, or name it in GROGNARD_BINARY.');
  return built[0];
}

/** One that has no windows starts in half the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export function chromium() {
  const path = process.env.GROGNARD_CHROMIUM ?? BROWSERS.find((one) => existsSync(one)) ?? BROWSERS[0];
  if (!existsSync(path)) throw new Error(`There is no browser at ${path}: install Chromium, or name it in GROGNARD_CHROMIUM.`);
  return path;
}
