import type { ChangeEvidence } from './change-evidence.ts';
import type { JudgedPicture } from './judged-picture.ts';
import type { LinePiece } from './line-pieces.ts';
import type { LinePlace } from './line-profile.ts';
import type { Finding } from './match-lines.ts';
import { findMove } from './moved-lines.ts';
import {
  type Box,
  boxAround,
  directionsOf,
  groupsOf,
  isInside,
  isSameLine,
  joinBoxes,
  shareInside,
} from './piece-groups.ts';

/** A part of the picture where lines are new, missing or at another place. */
export interface ChangeBox extends Box {
  kind: 'new' | 'missing' | 'moved';
}

export interface Changes {
  boxes: ChangeBox[];
  /** Pieces of the base that are at their place, and those that are not. */
  kept: LinePiece[];
  gone: LinePiece[];
  /** Pieces of the result that are new. */
  added: LinePiece[];
}

/** Gap between lines of one thing, share of the diagonal. */
const link = 0.012;
/** Length of lines that makes a thing, shares of the diagonal. */
const leastNewLength = 0.1;
const leastGoneLength = 0.06;
const leastMovedLength = 0.04;
/** Share of a line that has to be gone. */
const leastGoneShare = 0.6;
/** Share of the length that lies in two directions, and of the second of them, in what is built. */
const leastBuilt = 0.7;
const leastSecond = 0.12;
/** Share of the lines within a box that have to be gone. */
const leastGoneInside = 0.4;
/** Share of what is missing that lies behind what is new or moved from which on it is no finding of its own. */
const mostCovered = 0.7;
/** Moves of lines of one thing differ by less than this, pixels. */
const moveDifference = 3;
/** Lines of one thing that moved are this near, share of the diagonal. */
const moveReach = 0.08;

/** Sums up what happened to lines as boxes around things. */
export function changesOf(evidence: ChangeEvidence): Changes {
  const { pieces, findings, fresh } = evidence;
  const kept = pieces.filter((_, i) => findings[i] === 'kept');
  const gone = pieces.filter((_, i) => findings[i] === 'gone');
  const lost = goneLines(pieces, findings);
  const moves = movesOf(lost, evidence);
  const old = new Set(moves.flatMap(({ from }) => from));
  const moved = moves.map(({ from, to }) => boxAround([...from, ...to]));
  const arrived = moves.flatMap(({ to }) => to);
  const added = builtGroups(
    fresh.filter((piece) => !arrived.some((place) => isSameLine(piece, place, evidence.tolerance))),
    evidence.before,
    leastNewLength,
  );
  const missing = builtGroups(
    lost.flat().filter((piece) => !old.has(piece)),
    evidence.before,
    leastGoneLength,
  ).filter((group) => {
    const box = boxAround(group);
    const insideKept = lengthOf(kept.filter((piece) => isInside(piece, box, 0)));
    return lengthOf(group) >= leastGoneInside * (lengthOf(group) + insideKept);
  });
  const covers = [...moved, ...added.map(boxAround)];
  return {
    boxes: [
      ...boxesOf('moved', moved),
      ...boxesOf('new', added.map(boxAround)),
      ...boxesOf(
        'missing',
        missing.map(boxAround).filter((box) => !covers.some((cover) => shareInside(box, cover) >= mostCovered)),
      ),
    ].sort((one, other) => other.width * other.height - one.width * one.height),
    kept,
    gone,
    added: added.flat(),
  };
}

function boxesOf(kind: ChangeBox['kind'], boxes: readonly Box[]): ChangeBox[] {
  return joinBoxes(boxes).map((box) => ({ kind, ...box }));
}

function lengthOf(places: readonly LinePlace[]): number {
  return places.reduce((sum, { half }) => sum + 2 * half, 0);
}

/** The pieces that are gone of lines most of which are, line by line. */
function goneLines(pieces: readonly LinePiece[], findings: readonly Finding[]): LinePiece[][] {
  const lines = new Map<number, { gone: LinePiece[]; seen: number }>();
  for (const [index, piece] of pieces.entries()) {
    if (findings[index] === 'unseen') continue;
    const line = lines.get(piece.line) ?? { gone: [], seen: 0 };
    lines.set(piece.line, line);
    line.seen++;
    if (findings[index] === 'gone') line.gone.push(piece);
  }
  return [...lines.values()].filter(({ gone, seen }) => gone.length >= leastGoneShare * seen).map(({ gone }) => gone);
}

/** Groups of places that look built, with at least a share of the diagonal in length. */
function builtGroups<T extends LinePlace>(
  places: readonly T[],
  { width, height, diagonal }: JudgedPicture,
  least: number,
): T[][] {
  return groupsOf(places, { width, height }, link * diagonal)
    .map((group) => group.map((index) => places[index]!))
    .filter((group) => {
      const { main, second } = directionsOf(group);
      return lengthOf(group) >= least * diagonal && main >= leastBuilt && second >= leastSecond;
    });
}

interface Move {
  /** Pieces at their old place, and the same at the new one. */
  from: LinePiece[];
  to: LinePiece[];
}

/** Things that stand elsewhere now: two or more lines beside each other that moved alike. */
function movesOf(lost: readonly LinePiece[][], evidence: ChangeEvidence): Move[] {
  const { diagonal } = evidence.before;
  const lines = lost.flatMap((from) => {
    if (lengthOf(from) < 0.5 * leastMovedLength * diagonal) return [];
    const distance = findMove(from, evidence);
    if (distance === undefined) return [];
    const [dx, dy] = [-distance * from[0]!.uy, distance * from[0]!.ux];
    return [{ from, to: from.map((piece) => ({ ...piece, x: piece.x + dx, y: piece.y + dy })), dx, dy }];
  });
  const groups: (typeof lines)[] = [];
  for (const line of lines) {
    const near = groups.find((group) =>
      group.some(({ from, dx, dy }) => {
        const isAlike = Math.hypot(dx - line.dx, dy - line.dy) <= moveDifference;
        return isAlike && line.from.some((piece) => isInside(piece, boxAround(from), moveReach * diagonal));
      }),
    );
    if (near) near.push(line);
    else groups.push([line]);
  }
  return groups
    .map((group) => ({
      from: group.flatMap(({ from }) => from),
      to: group.flatMap(({ to }) => to),
      lines: group.length,
    }))
    .filter(({ from, lines: count }) => count >= 2 && lengthOf(from) >= leastMovedLength * diagonal);
}
