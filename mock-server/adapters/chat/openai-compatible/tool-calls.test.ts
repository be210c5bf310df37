import { describe, expect, it } from 'vitest';
import { createToolCallCollector } from './tool-calls.ts';

describe('calls in pieces', () => {
  it('ask no call of before about a piece, however many came', () => {
    const calls = createToolCallCollector();
    let looks = 0;
    // One piece for each of 50,000 indices; the getter counts how often a piece is read.
    for (let index = 0; index < 50_000; index++)
      calls.take({
        id: null,
        function: { name: 'fill_form', arguments: '{}' },
        get index() {
          looks++;
          return index;
        },
      });
    expect(looks).toBe(50_000);
    expect(calls.calls()).toHaveLength(16);
  });

  it('are read whole up to 100,000 characters, and have no arguments beyond', () => {
    const grown = (length: number) => {
      const calls = createToolCallCollector();
      for (const sign of ['"', ...'x'.repeat(length), '"'])
        calls.take({ index: 0, id: null, function: { name: 'fill_form', arguments: sign } });
      return calls.calls()[0]?.arguments;
    };
    expect(grown(99_998)).toBe('x'.repeat(99_998));
    expect(grown(99_999)).toBeUndefined();
  });
});
