import type { Size } from '../../base/blur.ts';
import { type Component, labelComponents } from '../../base/components.ts';
import type { PlanDrawing } from './plan-drawing.ts';
import type { Rooms } from './plan-rooms.ts';

/** A fixture of kitchens and bathrooms as plans draw it. */
export type Fixture = 'closet' | 'basin' | 'tub' | 'shower' | 'hob';

/** A closed outline of fixture size. */
interface Outline extends Component {
  room: number;
  width: number;
  height: number;
  /** The shorter and the longer side, metres. */
  short: number;
  long: number;
  /** Share of its box that it fills, 0–1. */
  fill: number;
  /**
   * Length along its diagonal that is empty at each corner of the box, in shares of the shorter side: top left, top right,
   * bottom left, bottom right. An ellipse has 0.15 at each, a triangle 0.5 at one.
   */
  corners: readonly [number, number, number, number];
}

/** Lightness by which a line is darker than the paper or the tone round it. */
const lineDepth = 0.1;

/**
 * Finds fixtures by their outlines: an egg with a cistern behind it is a closet, a long box with a round end a tub, a
 * square cut by a diagonal a shower, three equal small circles close together a hob, a round piece a basin. Faint lines count as well, since plans draw fixtures thinner and paler than walls.
 *
 * @param metre pixels per metre; sizes may be a third off
 * @returns fixtures of each room, in the order of `rooms`
 */
export function findFixtures(drawing: PlanDrawing, { rooms, roomOf }: Rooms, metre: number): Fixture[][] {
  const isClear = clearPaper(drawing, roomOf, Math.max(3, Math.round(metre * 0.05)));
  const { labels, components } = labelComponents(isClear, drawing);
  const outlines = components.flatMap((component, label): Outline[] => {
    const outline = outlineOf(component, { labels, label, size: drawing, roomOf, metre });
    return outline ? [outline] : [];
  });
  return rooms.map((_, place) =>
    fixturesOf(
      outlines.filter(({ room }) => room === place),
      metre,
    ),
  );
}

/** 1 on paper of rooms, 0 on lines, which are darker than what is round them. */
function clearPaper({ lightness, width, height }: PlanDrawing, roomOf: Int32Array, reach: number): Uint8Array {
  const size = { width, height };
  const around = largestAlong(largestAlong(lightness, size, reach, 1), size, reach, width);
  const isClear = new Uint8Array(lightness.length);
  for (let i = 0; i < isClear.length; i++) {
    isClear[i] = roomOf[i]! >= 0 && around[i]! - lightness[i]! < lineDepth ? 1 : 0;
  }
  return isClear;
}

/** Largest value within `reach` pixels along rows (`step` 1) or columns (`step` = width). */
function largestAlong(plane: Float32Array, { width, height }: Size, reach: number, step: number): Float32Array {
  const out = new Float32Array(plane.length);
  const isAcross = step === 1;
  const length = isAcross ? width : height;
  for (let line = 0; line < (isAcross ? height : width); line++) {
    const start = isAcross ? line * width : line;
    for (let at = 0; at < length; at++) {
      let most = 0;
      const to = Math.min(length - 1, at + reach);
      for (let near = Math.max(0, at - reach); near <= to; near++) most = Math.max(most, plane[start + near * step]!);
      out[start + at * step] = most;
    }
  }
  return out;
}

interface OutlineContext {
  labels: Int32Array;
  label: number;
  size: Size;
  roomOf: Int32Array;
  metre: number;
}

function outlineOf(component: Component, { labels, label, size, roomOf, metre }: OutlineContext): Outline | undefined {
  const { left, right, top, bottom, area, first } = component;
  const [width, height] = [right - left + 1, bottom - top + 1];
  const [least, most] = width < height ? [width, height] : [height, width];
  if (least < Math.max(5, metre * 0.07) || most > metre * 2.4 || least > metre * 1.6) return undefined;
  const corners = [
    [left, top, 1, 1],
    [right, top, -1, 1],
    [left, bottom, 1, -1],
    [right, bottom, -1, -1],
  ].map(([x, y, dx, dy]) => {
    for (let k = 0; k < least; k++) if (labels[(y! + dy! * k) * size.width + x! + dx! * k] === label) return k / least;
    return 1;
  }) as [number, number, number, number];
  return {
    ...component,
    ...{ room: roomOf[first]!, width, height, corners },
    ...{ short: least / metre, long: most / metre, fill: area / (width * height) },
  };
}

function fixturesOf(outlines: readonly Outline[], metre: number): Fixture[] {
  const rounds = outlines.filter(isRound);
  const bowls = outlines.filter(isBowl);
  const closets = bowls.filter((bowl) => outlines.some((box) => isCisternOf(box, bowl, metre)));
  const basins = bowls.filter((bowl) => isEgg(bowl) && !closets.some((closet) => isNear(bowl, closet, metre * 0.35)));
  const triangles = outlines.filter(isTriangle);
  const showers = triangles.filter((one, place) => triangles.slice(place + 1).some((other) => isSameBox(one, other)));
  return [
    ...closets.map(() => 'closet' as const),
    ...basins.map(() => 'basin' as const),
    ...outlines.filter(isTub).map(() => 'tub' as const),
    ...showers.map(() => 'shower' as const),
    ...(rounds.some((one) => isHob(rounds.filter((other) => isEqualNear(one, other, metre)))) ? ['hob' as const] : []),
  ];
}

/** A burner. */
function isRound({ short, long, fill, corners }: Outline): boolean {
  return short > 0.09 && long < 0.34 && long < short * 1.3 && fill > 0.6 && Math.min(...corners) > 0.05;
}

/** At least three burners that do not stand in one row, as letters do. */
function isHob(burners: readonly Outline[]): boolean {
  if (burners.length < 3) return false;
  const reach = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const size = burners[0]!.width;
  return reach(burners.map(({ x }) => x)) > size * 0.8 && reach(burners.map(({ y }) => y)) > size * 0.8;
}

function isEqualNear(one: Outline, other: Outline, metre: number): boolean {
  const unlike = Math.abs(one.width - other.width) + Math.abs(one.height - other.height);
  return unlike <= Math.max(3, one.width * 0.3) && isNear(one, other, metre * 0.65);
}

function isNear(one: Outline, other: Outline, reach: number): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < reach;
}

/** An egg, or a box with one round end. */
function isBowl(outline: Outline): boolean {
  const { short, long, fill, corners, width, height } = outline;
  if (short < 0.19 || short > 0.52 || long < 0.25 || long > 0.68 || long > short * 1.95) return false;
  if (isEgg(outline)) return true;
  if (long < short * 1.12 || fill < 0.76 || fill > 0.96 || Math.max(...corners) > mostRound) return false;
  return endsOf(corners, width > height).some(([round, sharp]) => round > 0.1 && sharp < 0.06);
}

/** A corner that is empty farther along its diagonal is cut off, not round. */
const mostRound = 0.3;

function isEgg({ fill, corners }: Outline): boolean {
  return Math.min(...corners) > 0.075 && Math.max(...corners) < mostRound && fill > 0.62 && fill < 0.88;
}

/** Least corner of one end of the long axis beside the greatest of the other, for both ends. */
function endsOf([topLeft, topRight, bottomLeft, bottomRight]: Outline['corners'], isAcross: boolean) {
  const [one, other] = isAcross
    ? [
        [topLeft, bottomLeft],
        [topRight, bottomRight],
      ]
    : [
        [topLeft, topRight],
        [bottomLeft, bottomRight],
      ];
  const pair = (round: number[], sharp: number[]) => [Math.min(...round), Math.max(...sharp)] as const;
  return [pair(one!, other!), pair(other!, one!)];
}

/** A flat box across the end of a bowl's long axis. */
function isCisternOf(box: Outline, bowl: Outline, metre: number): boolean {
  if (box === bowl || box.fill < 0.72 || box.short < 0.07 || box.short > 0.34 || box.long < 0.2 || box.long > 0.95) {
    return false;
  }
  const isBehind = (isAcross: boolean) => {
    const [from, to] = isAcross ? [bowl.left, bowl.right] : [bowl.top, bowl.bottom];
    const [boxFrom, boxTo] = isAcross ? [box.left, box.right] : [box.top, box.bottom];
    const apart = Math.max(boxFrom - to, from - boxTo);
    const aside = isAcross ? Math.abs(box.y - bowl.y) : Math.abs(box.x - bowl.x);
    const isLying = isAcross ? box.height > box.width : box.width > box.height;
    return isLying && apart > -metre * 0.03 && apart < metre * 0.16 && aside < metre * 0.12;
  };
  return isBehind(bowl.width >= bowl.height) || (bowl.long < bowl.short * 1.15 && isBehind(bowl.width < bowl.height));
}

/** A long box that is round at one end at least. */
function isTub({ short, long, fill, corners, width, height }: Outline): boolean {
  if (short < 0.42 || short > 0.95 || long < 1.05 || long > 2.05 || long < short * 1.5 || fill < 0.74) return false;
  if (Math.max(...corners) > 0.25) return false;
  return endsOf(corners, width > height).some(([round]) => round > 0.08);
}

/** Half of a square. */
function isTriangle({ short, long, fill, corners }: Outline): boolean {
  if (short < 0.4 || long > 1.4 || long > short * 1.4 || fill < 0.36 || fill > 0.58) return false;
  return corners.filter((corner) => corner > 0.38).length === 1;
}

function isSameBox(one: Outline, other: Outline): boolean {
  const apart = [one.left - other.left, one.right - other.right, one.top - other.top, one.bottom - other.bottom];
  return apart.every((side) => Math.abs(side) < one.width * 0.15);
}
