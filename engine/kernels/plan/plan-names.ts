import type { Size } from '../../base/blur.ts';
import { labelComponents } from '../../base/components.ts';
import { measureQuad, type Quad } from '../words/word-boxes.ts';
import { type NamedKind, roomOfWord } from './plan-lexicon.ts';
import { type Measure, measureOfWord } from './plan-measures.ts';
import type { PlanRoom, Rooms } from './plan-rooms.ts';

/** A line of text on a plan and what it says. */
export interface PlanText {
  text: string;
  box: Quad;
  /** Middle, pixels. */
  x: number;
  y: number;
  /** Height of the letters, pixels. */
  high: number;
  isUpright: boolean;
  room?: { kind: NamedKind; name: string };
  measure?: Measure;
}

/** Meanings of the lines of text on a plan of this size; lines whose middle lies outside are left out. */
export function textsOfWords(
  words: ReadonlyArray<{ text: string; score: number; box: Quad }>,
  { width, height }: Size,
): PlanText[] {
  return words.flatMap(({ text, score, box }) => {
    const { x, y, high, angle } = measureQuad(box);
    if (x < 0 || y < 0 || x >= width || y >= height) return [];
    const room = score >= 0.55 ? roomOfWord(text) : undefined;
    const measure = room ? undefined : measureOfWord(text);
    const isUpright = Math.abs(angle) < 45 || Math.abs(angle) > 135;
    return [
      {
        text,
        box,
        x: Math.round(x),
        y: Math.round(y),
        high,
        isUpright,
        ...(room && { room }),
        ...(measure && { measure }),
      },
    ];
  });
}

/** The ink without letters: pieces that lie wholly within a line of text. */
export function inkWithoutTexts(ink: Uint8Array, size: Size, texts: readonly PlanText[]): Uint8Array {
  if (texts.length === 0) return ink;
  const { labels, components } = labelComponents(ink, size, true);
  const boxes = texts.map(({ box, high }) => {
    const by = high * 0.12;
    return {
      left: Math.min(...box.map(({ x }) => x)) - by,
      right: Math.max(...box.map(({ x }) => x)) + by,
      top: Math.min(...box.map(({ y }) => y)) - by,
      bottom: Math.max(...box.map(({ y }) => y)) + by,
    };
  });
  const isLetter = components.map((piece) =>
    boxes.some(
      (box) => piece.left >= box.left && piece.right <= box.right && piece.top >= box.top && piece.bottom <= box.bottom,
    ),
  );
  return ink.map((one, i) => (one && !isLetter[labels[i]!] ? 1 : 0));
}

/** Name written in a room. */
export interface RoomWords {
  kind: NamedKind;
  name: string;
}

/** Kinds of rooms that lie open to others, from the one that gives the space its name to the least. */
const ranks: readonly NamedKind[] = ['livingDining', 'living', 'dining', 'office', 'bedroom', 'study', 'kitchen'];

/** The written name of each room, or nothing. Several names in one space are joined, living and dining to 客餐厅. */
export function namesOfRooms({ rooms, roomOf }: Rooms, { width }: Size, texts: readonly PlanText[]) {
  const found = rooms.map((): RoomWords[] => []);
  for (const { x, y, room } of texts) {
    const place = roomOf[y * width + x] ?? -1;
    if (room && place >= 0) found[place]!.push(room);
  }
  return found.map(joinNames);
}

function joinNames(words: readonly RoomWords[]): RoomWords | undefined {
  if (words.length < 2) return words[0];
  const rank = ({ kind }: RoomWords) => (ranks.indexOf(kind) + ranks.length) % ranks.length;
  const ordered = words.toSorted((one, other) => rank(one) - rank(other));
  const kinds = new Set(words.map(({ kind }) => kind));
  const isBoth = kinds.has('living') && kinds.has('dining');
  const rest = isBoth ? ordered.filter(({ kind }) => kind !== 'living' && kind !== 'dining') : ordered;
  const names = [...(isBoth ? ['客餐厅'] : []), ...new Set(rest.map(({ name }) => name))];
  return { kind: isBoth ? 'livingDining' : ordered[0]!.kind, name: names.slice(0, 3).join('·') };
}

/** Scale of a plan, and its evidence. */
export interface FoundScale {
  /** Metres per pixel of the drawing. */
  metres: number;
  /** `chain`: distances between dimensions of a row. `sides`: sizes written in rooms. `area`: areas written in rooms. */
  by: 'chain' | 'sides' | 'area';
  /** Number of readings that agree within five percent. */
  votes: number;
}

/**
 * The scale by what is written: two neighbours in a row of dimensions stand half the sum of their lengths apart, sizes
 * and areas in rooms are those of the spaces. The scale that most readings agree on counts, if they come from at
 * least two lines of text where there are several.
 */
export function scaleOfTexts(rooms: Rooms, size: Size, texts: readonly PlanText[]): FoundScale | undefined {
  const votes = [...chainVotes(texts), ...roomVotes(rooms, size, texts)].sort(
    (one, other) => one.metres - other.metres,
  );
  const measuring = texts.filter(({ measure }) => measure).length;
  let best: FoundScale | undefined;
  for (const { metres } of votes) {
    const near = votes.filter((vote) => Math.abs(Math.log(vote.metres / metres)) < 0.05);
    if (near.length < 2 || linesOf(near) < Math.min(2, measuring) || near.length <= (best?.votes ?? 0)) continue;
    const by = (['chain', 'sides', 'area'] as const).toSorted(
      (one, other) => countOf(near, other) - countOf(near, one),
    )[0]!;
    best = { metres: near[near.length >> 1]!.metres, by, votes: near.length };
  }
  return best;
}

/** `text` is the line that says so: two sides of one room agree by chance too easily. */
type Vote = Omit<FoundScale, 'votes'> & { text: number };

const linesOf = (votes: readonly Vote[]) => new Set(votes.map(({ text }) => text)).size;

const countOf = (votes: readonly Vote[], by: Vote['by']) => votes.filter((vote) => vote.by === by).length;

function chainVotes(texts: readonly PlanText[]): Vote[] {
  const lengths = texts.flatMap(({ measure, x, y, high, isUpright }, text) =>
    measure?.kind === 'length'
      ? [{ text, metres: measure.metres, high, isUpright, along: isUpright ? x : y, across: isUpright ? y : x }]
      : [],
  );
  return lengths.flatMap((one): Vote[] => {
    const after = lengths.filter(
      (other) =>
        other.isUpright === one.isUpright &&
        Math.abs(other.across - one.across) < one.high * 0.6 &&
        other.along > one.along + one.high,
    );
    const next = after.toSorted((left, right) => left.along - right.along)[0];
    return next
      ? [{ metres: (one.metres + next.metres) / 2 / (next.along - one.along), by: 'chain', text: one.text }]
      : [];
  });
}

/** Width and height of most of a room, pixels: niches of windows and ways to doors do not count. */
function usualSides(
  roomOf: Int32Array,
  width: number,
  place: number,
  { left, right, top, bottom }: PlanRoom,
): number[] {
  const rows = new Array<number>(bottom - top + 1).fill(0);
  const columns = new Array<number>(right - left + 1).fill(0);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      if (roomOf[y * width + x] !== place) continue;
      rows[y - top]!++;
      columns[x - left]!++;
    }
  }
  return [rows, columns].map((counts) => {
    const sorted = counts.sort((one, other) => one - other);
    let left = sorted.reduce((sum, count) => sum + count, 0) / 2;
    for (const count of sorted) {
      left -= count;
      if (left <= 0) return count;
    }
    return 1;
  });
}

function roomVotes({ rooms, roomOf }: Rooms, { width }: Size, texts: readonly PlanText[]): Vote[] {
  // When some sizes have a certain unit, the guessed ones repeat them in another unit and are left out.
  const arePlain = texts.some(({ measure }) => measure?.kind === 'sides' && !measure.isGuess);
  return texts.flatMap(({ measure, x, y }, text): Vote[] => {
    const place = roomOf[y * width + x] ?? -1;
    const room = rooms[place];
    if (!room || !measure || measure.kind === 'length') return [];
    if (measure.kind === 'sides' && measure.isGuess && arePlain) return [];
    if (measure.kind === 'area') return [{ metres: Math.sqrt(measure.squareMetres / room.area), by: 'area', text }];
    const sides = usualSides(roomOf, width, place, room).sort((one, other) => one - other);
    const [short, long] = measure.metres.toSorted((one, other) => one - other) as [number, number];
    const ratios = [short / sides[0]!, long / sides[1]!];
    // A space that holds more than the room does not have its sides.
    if (Math.abs(Math.log(ratios[0]! / ratios[1]!)) > 0.15) return [];
    return ratios.map((metres): Vote => ({ metres, by: 'sides', text }));
  });
}
