import { describe, expect, it } from 'vitest';
import { ProductError } from '#shared/errors';
import { admitPrompt, bytesOfDataUrl } from './segment.rules.ts';

const on = (x: number, y: number) => ({ x, y, label: 1 }) as const;
const beside = (x: number, y: number) => ({ x, y, label: 0 }) as const;

function reasonOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof ProductError) return error.reason;
    throw error;
  }
  return 'none';
}

describe('a prompt', () => {
  it('needs something that is meant', () => {
    expect(reasonOf(() => admitPrompt({ points: [] }, 100, 80))).toBe('segment.nothing_marked');
    expect(reasonOf(() => admitPrompt({ points: [beside(5, 5)] }, 100, 80))).toBe('segment.nothing_marked');
    const flat = { x: 5, y: 5, width: 0, height: 9 };
    expect(reasonOf(() => admitPrompt({ points: [], box: flat }, 100, 80))).toBe('segment.nothing_marked');
    expect(admitPrompt({ points: [on(0, 0), beside(99.9, 79.9)] }, 100, 80).points).toHaveLength(2);
  });

  it.each([
    [-0.1, 5],
    [5, -1],
    [100, 5],
    [5, 80],
  ])('has all its points inside the picture: (%d, %d) is not', (x, y) => {
    expect(reasonOf(() => admitPrompt({ points: [on(5, 5), beside(x, y)] }, 100, 80))).toBe('segment.outside');
  });

  it('has its box cut off at the edges of the picture', () => {
    const box = { x: -10, y: 60, width: 50, height: 90 };
    expect(admitPrompt({ points: [], box }, 100, 80).box).toEqual({ x: 0, y: 60, width: 40, height: 20 });
    const elsewhere = { x: 100, y: 0, width: 10, height: 10 };
    expect(reasonOf(() => admitPrompt({ points: [], box: elsewhere }, 100, 80))).toBe('segment.outside');
  });
});

describe('a data URL', () => {
  it('gives its bytes', () => {
    expect(bytesOfDataUrl('data:image/png;base64,AQID')).toEqual(Buffer.of(1, 2, 3));
  });

  it.each(['', 'AQID', 'data:text/html;base64,AQID', 'data:image/png,AQID', 'https://example.com/a.png'])(
    'is refused when it is none of a picture: %j',
    (url) => {
      expect(reasonOf(() => bytesOfDataUrl(url))).toBe('upload.not_an_image');
    },
  );
});
