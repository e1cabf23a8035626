import { describe, expect, it } from 'vitest';
import { readOrder, standingOf, withOrder, writeOrder, type Order } from '../../src/lib/table/standing';

const read = (...texts: string[]) => texts.map((text) => readOrder(text) as Order);

describe('standing orders', () => {
  it('are read and written', () => {
    for (const text of ['reserve never', 'reserve always Klux', 'fresh ask 1/44']) expect(writeOrder(readOrder(text) as Order)).toBe(text);
    for (const text of ['', 'reserve', 'reserve perhaps', 'reserve never Klux twice']) expect(readOrder(text)).toBeNull();
  });
  it('say of a unit more than of all', () => {
    const orders = read('reserve never', 'reserve always Klux');
    expect(standingOf(orders, 'reserve')).toBe('never');
    expect(standingOf(orders, 'reserve', 'Klux')).toBe('always');
    expect(standingOf(orders, 'reserve', 'Pirch')).toBe('never');
    expect(standingOf(orders, 'advance')).toBe('ask');
  });
  it('replace what was said of the same', () => {
    const orders = withOrder(read('reserve never', 'reserve always Klux'), 'reserve', undefined, 'always');
    expect(orders.map(writeOrder)).toEqual(['reserve always Klux', 'reserve always']);
    expect(withOrder(orders, 'reserve', 'Klux').map(writeOrder)).toEqual(['reserve always']);
  });
});
