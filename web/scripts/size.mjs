// Says how large the built page is when compressed, and fails above the limit.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const LIMIT = 250 * 1024;
const root = new URL('../dist', import.meta.url).pathname;

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

let gzip = 0;
let brotli = 0;
for (const file of files(root).sort()) {
  const text = readFileSync(file);
  const [g, b] = [gzipSync(text, { level: 9 }).length, brotliCompressSync(text).length];
  gzip += g;
  brotli += b;
  console.log(`${String(text.length).padStart(8)} ${String(g).padStart(8)} ${String(b).padStart(8)}  ${file.slice(root.length + 1)}`);
}
console.log(`all files: ${(gzip / 1024).toFixed(1)} KB gzip, ${(brotli / 1024).toFixed(1)} KB brotli; at most ${LIMIT / 1024} KB`);
if (gzip > LIMIT) {
  console.error('The page is too large.');
  process.exit(1);
}
