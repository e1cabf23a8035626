import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../src/lib/api/client';

const made = { id: '0'.repeat(16), path: '', seats: [] };

/** Answers with these statuses one after the other, 0 for none at all; tells which claims were sent. */
function server(...statuses: number[]): string[] {
  const claims: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    claims.push((JSON.parse(init.body as string) as { claim: string }).claim);
    const status = statuses.shift() ?? 201;
    if (status === 0) throw new TypeError('no answer');
    return new Response(JSON.stringify(status === 201 ? made : { title: 'no', status }), { status });
  });
  return claims;
}

describe('making a table', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('asks again with the same claim when the answer was lost', async () => {
    const claims = server(0, 201, 201);
    expect(await api.make({ game: 'eylau' })).toEqual(made);
    expect(claims[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(claims).toEqual([claims[0], claims[0]]);
    await api.make({ game: 'eylau' });
    expect(claims[2]).not.toBe(claims[0]);
  });

  it('goes on with it when somebody asks for the same once more, and not for another', async () => {
    const claims = server(0, 503, 429, 201, 0, 0, 201);
    await expect(api.make({ game: 'eylau' })).rejects.toThrow();
    await expect(api.make({ game: 'eylau' })).rejects.toThrow();
    await api.make({ game: 'eylau' });
    expect(new Set(claims.slice(0, 4)).size).toBe(1);
    await expect(api.make({ game: 'eylau' })).rejects.toThrow();
    await api.make({ game: 'dresden' });
    expect(new Set(claims).size).toBe(3);
  });
});
