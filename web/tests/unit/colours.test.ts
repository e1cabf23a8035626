import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The colours of a theme, as the style sheet names them. */
function theme(css: string, head: string): Record<string, string> {
  const from = css.indexOf(`${head} {`);
  const block = css.slice(from, css.indexOf('}', from));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]));
}

/** How bright a colour is to the eye, from 0 to 1. */
function light(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((i) => {
    const part = parseInt(colour.slice(i, i + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

describe('colours', () => {
  const css = readFileSync(new URL('../../src/app.css', import.meta.url), 'utf8');
  const GROUNDS = ['paper', 'card', 'card-lit', 'sunk'];

  it('can be read on every ground, in light and in dark', () => {
    for (const head of [':root', ":root[data-theme='dark']"]) {
      const colours = theme(css, head);
      const faults: string[] = [];
      const holds = (of: string, on: string, least: number) => {
        const found = contrast(colours[of]!, colours[on]!);
        if (found < least) faults.push(`${of} on ${on}: ${found.toFixed(2)}`);
      };
      for (const ground of GROUNDS) {
        for (const words of ['ink', 'faint', 'accent', 'link', 'gold', 'good', 'one', 'two']) holds(words, ground, 4.5);
        holds('focus', ground, 3);
      }
      holds('accent-ink', 'accent', 4.5);
      expect(faults, head).toEqual([]);
    }
  });
});
