import { boxBlur, type Size } from '../../base/blur.ts';
import { type Component, labelComponents } from '../../base/components.ts';

/** Ink of a picture that stands in lines of text. */
interface TextLines {
  /** Share of all ink that lies in lines of letters, 0–1. */
  share: number;
  /** Lines, or pieces of them between wide gaps. */
  lines: number;
  letters: number;
  /** Half of the middle range of the letters' ink over its median: windows in rows are all alike, letters are not. */
  spread: number;
  /** Longer side of the largest connected part, as a share of the picture's: drawings have long lines. */
  longest: number;
}

/**
 * Of 17 pages of text 15 had shares of 0.94 and more; of 430 photographs, renders and drawings without long lines 0.59 at
 * most where there were four lines. Drawings with more words than lines have parts longer than 0.3.
 */
const page = { leastShare: 0.8, leastLines: 3, leastLetters: 60, leastSpread: 0.1, mostLong: 0.22 } as const;

/** Paper differs from the mean round it by less than this, luma 0–1. */
const inkContrast = 0.12;
/** Largest height of a letter of a page, and largest width of a letter or joined-up word; shares of the long side. */
const mostHeight = 0.06;
const mostWidth = 0.2;
/** Specks of less are left out, pixels. */
const leastArea = 4;
/** A line has at least so many parts of letters. */
const leastParts = 6;
/** Letters of a line are no further apart, in letter heights. */
const mostGap = 1.1;
/** A line is no thicker, and at least so much longer than thick, in letter heights. */
const mostThickness = 2.2;
const leastLength = 5;

/**
 * Returns true when a picture is a page of text and nothing else, straight or turned by a right angle; pages on a
 * table, with pictures, rules or a slope of more than a few degrees are not told from drawings.
 *
 * @param luma 0–1, best about 800 pixels long
 */
export function isTextPage(luma: Float32Array, size: Size): boolean {
  const ink = inkOf(luma, size);
  return (
    isAllText(linesOf(ink, size)) ||
    isAllText(linesOf(transposed(ink, size), { width: size.height, height: size.width }))
  );
}

const isAllText = ({ share, lines, letters, spread, longest }: TextLines) =>
  share >= page.leastShare &&
  lines >= page.leastLines &&
  letters >= page.leastLetters &&
  spread >= page.leastSpread &&
  longest <= page.mostLong;

/** Ink is what is darker than its surroundings, or lighter where most is dark. */
function inkOf(luma: Float32Array, size: Size): Uint8Array {
  const sorted = luma.filter((_, i) => i % 16 === 0).sort();
  const sign = sorted[sorted.length >> 1]! < 0.45 ? -1 : 1;
  const mean = boxBlur(luma, size, Math.round(Math.max(size.width, size.height) / 40));
  const ink = new Uint8Array(luma.length);
  for (let i = 0; i < ink.length; i++) ink[i] = sign * (mean[i]! - luma[i]!) > inkContrast ? 1 : 0;
  return ink;
}

/**
 * Lines of text as page layouts are cut (run-length smearing: Wong, Casey, Wahl, "Document analysis system", 1982):
 * small connected parts of ink, joined with what stands near beside them, that make long thin stretches.
 */
function linesOf(ink: Uint8Array, size: Size): TextLines {
  const { width, height } = size;
  const side = Math.max(width, height);
  const parts = labelComponents(ink, size, true).components.filter(({ area }) => area >= leastArea);
  const all = parts.reduce((sum, { area }) => sum + area, 0);
  const letters = parts.filter((part) => highOf(part) <= mostHeight * side && wideOf(part) <= mostWidth * side);
  const inked = letters.reduce((sum, { area }) => sum + area, 0);
  const longest = parts.reduce((most, part) => Math.max(most, wideOf(part), highOf(part)), 0) / side;
  const none = { share: 0, lines: 0, letters: 0, spread: 0, longest };
  if (longest > page.mostLong) return none;
  if (letters.length === 0 || inked < all / 3) return none;
  const usual = heightOf(letters, inked);
  const smeared = new Uint8Array(width * height);
  const gap = Math.max(2, Math.round(mostGap * usual));
  for (const part of letters) {
    const right = Math.min(width - 1, part.right + gap);
    for (let y = part.top; y <= part.bottom; y++) smeared.fill(1, y * width + part.left, y * width + right + 1);
  }
  const { labels, components } = labelComponents(smeared, size);
  const lettersIn = components.map((): Component[] => []);
  for (const part of letters) lettersIn[labels[part.top * width + part.left]!]!.push(part);
  const lines = components.flatMap((line, index) => {
    const own = lettersIn[index]!;
    const thickness = line.area / wideOf(line);
    const isLine = thickness <= mostThickness * usual && wideOf(line) >= leastLength * usual;
    return isLine && own.length >= leastParts ? [own] : [];
  });
  const areas = lines
    .flat()
    .map(({ area }) => area)
    .sort((one, other) => one - other);
  if (areas.length === 0) return none;
  const at = (share: number) => areas[Math.floor(share * (areas.length - 1))]!;
  return {
    share: areas.reduce((sum, area) => sum + area, 0) / all,
    lines: lines.length,
    letters: areas.length,
    spread: (at(0.75) - at(0.25)) / (2 * at(0.5)),
    longest,
  };
}

/** Height of the letters: that of those that hold the middle of the ink, pixels. */
function heightOf(letters: readonly Component[], inked: number): number {
  const byHeight = [...letters].sort((one, other) => highOf(one) - highOf(other));
  let sum = 0;
  for (const letter of byHeight) {
    sum += letter.area;
    if (sum >= inked / 2) return highOf(letter);
  }
  return 1;
}

const wideOf = ({ left, right }: Component) => right - left + 1;
const highOf = ({ top, bottom }: Component) => bottom - top + 1;

function transposed(ink: Uint8Array, { width, height }: Size): Uint8Array {
  const out = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) out[x * height + y] = ink[y * width + x]!;
  return out;
}
