/** Length of a hostile text in characters. */
const hostileLength = 65_536;

/** Pieces that parsers search for, or that parsers count differently as one or several characters. */
const pieces = [
  ...['a', '0', ' ', ' \n', '-', '.', ',', '，', '？', '`', '$', '\\', '/', '|', '=', '"'],
  ...['1+', '1万', '1.1', '一点', '立方', '的', '吗', '的效果图', '不要', '请帮我'],
  ...['a@', 'a.a', 'http://', '<!--', '%E4', '**', '[[', '\\[', '\u0301', '\ud800', 'ﷺ', 'a=b; ', 'no walls, '],
] as const;

/**
 * Texts of 65,536 characters that make regular expressions and parsers backtrack: one piece repeated, with a mismatch
 * at the end, and nested brackets with one closing bracket missing.
 */
export function hostileTexts(length = hostileLength): string[] {
  const filled = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1);
  const repeated = pieces.map((piece) => `${filled(piece)}\u0001`);
  const nested = ['()', '{}', '（）'].map(
    ([open = '', close = '']) => open.repeat(length / 2) + close.repeat(length / 2 - 1),
  );
  return [...repeated, ...nested];
}
