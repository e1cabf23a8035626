import { describe, expect, it, vi } from 'vitest';
import { api } from '../../src/lib/api/client';
import type { OverlayHex, OverlayInfo } from '../../src/lib/api/types';
import { Layers } from '../../src/lib/table/layers.svelte';

const settled = () => new Promise((go) => setImmediate(go));

describe('what is laid over the map', () => {
  const fire = { id: 'fire', key: 'x', title: 'Fire', needs_hex: true } as OverlayInfo;

  it('shows nothing that was asked for before it was taken away', async () => {
    const answers: ((hexes: OverlayHex[]) => void)[] = [];
    const asked = vi.spyOn(api, 'overlay').mockImplementation(() => new Promise((go) => answers.push(go)));
    const layers = new Layers({ id: 't', pass: {}, moment: () => undefined, say: () => {}, fail: () => {} });
    layers.set(fire, '0101');
    // The curtain falls and rises; the next player lays the same over the map, and has pointed at no hex yet.
    layers.set(null);
    layers.set(fire);
    answers[0]!([{ hex: '0102' } as OverlayHex]);
    await settled();
    expect(layers.hexes).toEqual([]);
    layers.aim('0303');
    answers[1]!([{ hex: '0304' } as OverlayHex]);
    await settled();
    expect(layers.hexes.map((one) => one.hex)).toEqual(['0304']);
    asked.mockRestore();
  });
});
