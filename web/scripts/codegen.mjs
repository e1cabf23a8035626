// Writes src/lib/api/schema.ts from the server's OpenAPI document. With --check it only compares, and fails when the file is stale.
//
// The document is read from the file that GROGNARD_OPENAPI names, or fetched from GROGNARD_SERVER.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const target = new URL('../src/lib/api/schema.ts', import.meta.url);
const check = process.argv.includes('--check');

async function document() {
  const file = process.env.GROGNARD_OPENAPI;
  if (file) return JSON.parse(readFileSync(file, 'utf8'));
  const server = process.env.GROGNARD_SERVER ?? 'http://127.0.0.1:4807';
  const answer = await fetch(new URL('/api/openapi.json', server));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.json();
}

const head = '// Written by `npm run codegen` from the server\'s OpenAPI document. Do not edit.\n\n';
const text = head + astToString(await openapiTS(await document(), { alphabetize: true }));

if (!check) {
  writeFileSync(target, text);
  console.log(`wrote ${target.pathname}`);
} else {
  let found = '';
  try {
    found = readFileSync(target, 'utf8');
  } catch {
    // A missing file is as stale as an old one.
  }
  if (found !== text) {
    console.error('src/lib/api/schema.ts is stale: the server says something else. `cargo xtask codegen` renews it.');
    process.exit(1);
  }
  console.log('src/lib/api/schema.ts is what the server says.');
}
