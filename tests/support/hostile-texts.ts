/** Bytes of a hostile text. */
const hostileLength = 65_536;

/** Thirty things that readers look for, or that are several characters to one reader and one to another. */
const pieces = [
  ...['a', '0', ' ', ' \n', '-', '.', ',', '，', '？', '`', '$', '\\', '/', '|', '=', '"'],
  ...['1+', '1万', '1.1', '一点', '立方', '的', '吗', '的效果图', '不要', '请帮我'],
  ...['a@', 'a.a', 'http://', '<!--', '%E4', '**', '[[', '\\[', '\u0301', '\ud800', 'ﷺ', 'a=b; ', 'no walls, '],
] as const;

/**
 * Texts of 64 kB that make readers go back: one thing again and again with a miss at its end, and what is nested without
 * an end.
 */
export function hostileTexts(length = hostileLength): string[] {
  const filled = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1);
  const repeated = pieces.map((piece) => `${filled(piece)}\u0001`);
  const nested = ['()', '{}', '（）'].map(
    ([open = '', close = '']) => open.repeat(length / 2) + close.repeat(length / 2 - 1),
  );
  return [...repeated, ...nested];
}
