// Differences between two views, as the server tells them (crates/shelf/src/difference.rs says how they are written), and the sum by which
// we find out whether we have the view that a difference is from. Views are never changed in place: what is the same is shared.

type Json = unknown;
interface Parts {
  '='?: Json;
  '.'?: Record<string, Parts>;
  '-'?: string[];
  '#'?: Record<string, Parts>;
  from?: ([number, number] | null)[];
  at?: number;
  cut?: number;
  put?: Json[];
}

class Strange extends Error {}

/** The new value, made of the old one and what has changed. Throws if the difference is not from this one. */
export function patched<T>(old: T, difference: unknown): T {
  return patch(old, difference as Parts) as T;
}

function patch(old: Json, parts: Parts): Json {
  if (parts === null || typeof parts !== 'object') throw new Strange('not a difference');
  if ('=' in parts) return parts['='];
  if (Array.isArray(old)) {
    if (parts['#']) {
      const list = parts.from ? stretches(old as Json[], parts.from) : [...(old as Json[])];
      for (const [index, inner] of Object.entries(parts['#'])) {
        const i = Number(index);
        if (!(i in list)) throw new Strange('no such element');
        list[i] = patch(list[i], inner);
      }
      return list;
    }
    const { at, cut, put } = parts;
    if (at === undefined || cut === undefined || !put || at + cut > old.length) throw new Strange('no such elements');
    return [...(old as Json[]).slice(0, at), ...put, ...(old as Json[]).slice(at + cut)];
  }
  if (old === null || typeof old !== 'object' || !parts['.']) throw new Strange('no fields');
  const fields = { ...(old as Record<string, Json>) };
  for (const key of parts['-'] ?? []) delete fields[key];
  for (const [key, inner] of Object.entries(parts['.'])) fields[key] = patch(fields[key], inner);
  return fields;
}

/** A list made of stretches of another one, with gaps for what is new. */
function stretches(old: readonly Json[], from: readonly ([number, number] | null)[]): Json[] {
  return from.flatMap((stretch) => {
    if (stretch === null) return [null];
    const [first, count] = stretch;
    if (!(first + count <= old.length)) throw new Strange('no such elements');
    return old.slice(first, first + count);
  });
}

/** The sum of a value, whatever the order of its fields. */
export function sum(value: Json): number {
  if (value === null || value === undefined) return 0x11;
  if (value === true) return 0x22;
  if (value === false) return 0x33;
  if (typeof value === 'number') return mix(0x44, sumOfText(String(value)));
  if (typeof value === 'string') return mix(0x55, sumOfText(value));
  if (Array.isArray(value)) {
    let all = mix(0x66, value.length);
    for (const item of value) all = mix(all, sum(item));
    return all;
  }
  let all = 0x77;
  let count = 0;
  for (const key in value as Record<string, Json>) {
    all = (all + mix(sumOfText(key), sum((value as Record<string, Json>)[key]))) >>> 0;
    count += 1;
  }
  return mix(all, count);
}

function sumOfText(text: string): number {
  let all = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) all = Math.imul(all ^ text.charCodeAt(i), 0x01000193);
  return all >>> 0;
}

function mix(a: number, b: number): number {
  const mixed = Math.imul(((a << 5) | (a >>> 27)) ^ b, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
