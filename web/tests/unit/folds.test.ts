import { describe, expect, it } from 'vitest';
import { Folds } from '../../src/lib/table/folds.svelte';

describe('turns of the log', () => {
  it('fold up when the next one begins, although the browser told that they were open', () => {
    const folds = new Folds();
    folds.begun('1', false);
    folds.toggled('1', true, true);
    expect(folds.isOpen('1', true)).toBe(true);
    folds.begun('2', false);
    expect([folds.isOpen('1', false), folds.isOpen('2', true)]).toEqual([false, true]);
    folds.toggled('1', false, false);
    folds.toggled('2', true, true);
    expect([folds.isOpen('1', false), folds.isOpen('2', true)]).toEqual([false, true]);
  });

  it('stay as somebody wants them', () => {
    const folds = new Folds();
    folds.begun('2', false);
    folds.toggled('1', false, true);
    folds.toggled('2', true, false);
    folds.begun('3', false);
    expect([folds.isOpen('1', false), folds.isOpen('2', false), folds.isOpen('3', true)]).toEqual([true, false, true]);
  });

  it('stay open while somebody reads in them', () => {
    const folds = new Folds();
    folds.begun('1', true);
    folds.begun('1', true);
    folds.begun('2', true);
    folds.begun('3', false);
    expect([folds.isOpen('1', false), folds.isOpen('2', false), folds.isOpen('3', true)]).toEqual([true, false, true]);
  });
});
