import type { Size } from '../../base/blur.ts';
import { lumaOf } from '../../base/colour.ts';
import { labelComponents } from '../../base/components.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { paintOf } from '../live/live-paint.ts';
import { bluePaints } from '../live/live-parts.ts';
import { type Face, type Faces, facesOf } from './view-faces.ts';

/** Meaning of a pixel of a view. */
export const Part = {
  /** The model: it keeps its lines and colours. */
  model: 0,
  sky: 1,
  ground: 2,
  /** The program's background where nobody knows what it stands for. */
  backdrop: 3,
  glass: 4,
} as const;
export type Part = (typeof Part)[keyof typeof Part];

export interface ViewParts {
  faces: Faces;
  /** {@link Part} per pixel. */
  parts: Uint8Array;
  /** 1 where a viewer's widget lay: the pixel belongs to what is behind it and is to be painted over. */
  widgets: Uint8Array;
  /** Row at which the ground meets the sky, pixels; undefined where the view does not show it. */
  horizon: number | undefined;
}

/**
 * Reads what is sure in a view of a modelling program: a sky that ends at a level horizon or is blue, the plain below that
 * horizon, the program's background, panes (blue faces of some size) and widgets that lie free on one of these.
 *
 * @param isRoom in rooms nothing is sky
 */
export function readViewParts(rgb: Uint8Array, size: Size, isRoom: boolean): ViewParts {
  const faces = facesOf(rgb, size);
  const roles = new Uint8Array(faces.list.length);
  const top = topFace(faces.list, size);
  const horizon = top && horizonOf(faces, top, size);
  if (top && (horizon !== undefined || isBlueSky(top, size))) {
    roles[faces.list.indexOf(top)] = isRoom ? Part.backdrop : Part.sky;
    if (horizon !== undefined) markPlain(faces, horizon, roles, size);
  } else markBackdrop(faces.list, roles, size, isRoom);
  faces.list.forEach((face, number) => {
    if (roles[number] === Part.model && isPane(face, size)) roles[number] = Part.glass;
  });
  const parts = bytesOf(faces.labels, (label) => (label < 0 ? Part.model : roles[label]!));
  spreadBackdrop(rgb, faces, parts, size);
  return { faces, parts, widgets: takeWidgets(parts, size), horizon };
}

const isNeutral = ({ colour }: Face) => Math.max(...colour) - Math.min(...colour) < 16;
const perimeterOf = ({ width, height }: Size) => 2 * (width + height);
const borderOf = ({ atTop, atBottom, atLeft, atRight }: Face) => atTop + atBottom + atLeft + atRight;

/** The face along most of the upper border; undefined where none is wide or large enough for a sky. */
function topFace(list: readonly Face[], { width, height }: Size): Face | undefined {
  const [most] = [...list].sort((a, b) => b.atTop - a.atTop);
  return most && most.atTop > 0.3 * width && most.area > 0.04 * width * height && most.atBottom === 0
    ? most
    : undefined;
}

/** Blue that lies over the whole picture and ends above its foot. */
function isBlueSky(face: Face, { width, height }: Size): boolean {
  const [red, , blue] = face.colour;
  return blue > red + 22 && lumaOf(...face.colour) > 110 && face.atTop > 0.6 * width && face.bottom < 0.85 * height;
}

/** Share of the columns that a level horizon is seen in, at least. */
const leastLevel = 0.2;

/** Row at which the face ends in many columns, with one wide face below; undefined where its end is not level. */
function horizonOf({ labels, list }: Faces, face: Face, { width, height }: Size): number | undefined {
  const own = list.indexOf(face);
  const ends = new Int32Array(height);
  for (let x = 0; x < width; x++) {
    let y = 0;
    while (y < height && labels[y * width + x] === own) y++;
    if (y > 0 && y < height) ends[y]!++;
  }
  // Flat roofs are level too: the lowest such row is the horizon.
  for (let y = Math.floor(0.9 * height); y > 0.08 * height; y--) {
    const level = ends[y - 1]! + ends[y]! + ends[y + 1]!;
    if (level > leastLevel * width && plainBelow({ labels, list }, y, { width, height }) !== undefined) return y;
  }
  return undefined;
}

/** Number of the face that lies below a row in most columns and reaches the picture's border. */
function plainBelow({ labels, list }: Faces, row: number, { width, height }: Size): number | undefined {
  const counts = new Map<number, number>();
  const at = Math.min(height - 1, row + Math.max(4, Math.round(0.012 * height)));
  for (let x = 0; x < width; x++) {
    const label = labels[at * width + x]!;
    if (label >= 0) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const face = most && list[most[0]];
  const isPlain = face && face.area > 0.03 * width * height && face.atBottom + face.atLeft + face.atRight > 0;
  return isPlain && face.top > row - 0.04 * height ? most[0] : undefined;
}

/** The plain, what else has its colour, and the shadows that lie on it. */
function markPlain(faces: Faces, horizon: number, roles: Uint8Array, size: Size): void {
  const plain = plainBelow(faces, horizon, size)!;
  const { colour } = faces.list[plain]!;
  const picture = size.width * size.height;
  faces.list.forEach((face, number) => {
    if (roles[number] !== Part.model || face.top < horizon - 2) return;
    const isSame = face.colour.every((value, channel) => Math.abs(value - colour[channel]!) < 4);
    const shade = lumaOf(...face.colour) / lumaOf(...colour);
    const isShadow =
      shade > 0.3 &&
      shade < 0.9 &&
      face.area > 0.002 * picture &&
      face.right - face.left > 1.6 * (face.bottom - face.top) &&
      face.colour.every((value, channel) => Math.abs(value - shade * colour[channel]!) < 6);
    if (number === plain || isSame || isShadow) roles[number] = Part.ground;
  });
}

/** Neutral faces along the border are the program's background: in rooms only one that goes round most of the picture. */
function markBackdrop(list: readonly Face[], roles: Uint8Array, size: Size, isRoom: boolean): void {
  const { width, height } = size;
  const border = perimeterOf(size);
  const isBack = (face: Face) => isNeutral(face) && lumaOf(...face.colour) > 40 && face.area > 0.02 * width * height;
  const main = list.filter(isBack).sort((a, b) => borderOf(b) - borderOf(a))[0];
  if (!main) return;
  const isRound = borderOf(main) > (isRoom ? 0.55 : 0.3) * border;
  const isAbove = !isRoom && main.atTop > 0.3 * width;
  if (!isRound && !isAbove) return;
  list.forEach((face, number) => {
    const isLike = face.colour.every((value, channel) => Math.abs(value - main.colour[channel]!) < 4);
    if (isLike && borderOf(face) > 0) roles[number] = Part.backdrop;
  });
}

/** The background's own unrest, which saving leaves near edges, belongs to it for a few pixels. In place. */
function spreadBackdrop(rgb: Uint8Array, { labels, list }: Faces, parts: Uint8Array, { width, height }: Size): void {
  const back = list[labels[parts.indexOf(Part.backdrop)]!];
  if (!back) return;
  const isLike = (i: number) => back.colour.every((value, channel) => Math.abs(value - rgb[i * 3 + channel]!) < 12);
  for (let step = 0; step < Math.max(2, width / 300); step++) {
    const before = Uint8Array.from(parts);
    for (let i = width; i < width * (height - 1); i++) {
      if (before[i] !== Part.model || !isLike(i)) continue;
      const isBeside = [1, -1, width, -width].some((by) => before[i + by] === Part.backdrop);
      if (isBeside) parts[i] = Part.backdrop;
    }
  }
}

/** Blue faces are glass, unless they are as large as a floor. */
function isPane(face: Face, { width, height }: Size): boolean {
  const share = face.area / (width * height);
  // Panels and cushions are of a stronger blue.
  const chroma = Math.max(...face.colour) - Math.min(...face.colour);
  return (
    bluePaints.has(paintOf(...face.colour)) && chroma < 80 && share > 0.0002 && share < 0.08 && borderOf(face) === 0
  );
}

/** Largest side of a widget, and its distance from the picture's border, as shares of the picture's sides. */
const widgetSide = 0.26;
const widgetReach = 0.24;
/** Smaller islands are the mouse pointer or dashes. */
const speck = 0.00015;
/** Islands that are thinner than this, pixels of a picture 512 wide, are axes and edges of section boxes. */
const thin = 2;

/**
 * Islands in sky, ground and background that are small and lie in a corner or along the right or left border are view
 * cubes, axes and toolbars; they become what they lie on. In place.
 * @returns 1 for their pixels
 */
function takeWidgets(parts: Uint8Array, size: Size): Uint8Array {
  const { width, height } = size;
  const isIsland = bytesOf(parts, (part) => (part === Part.model || part === Part.glass ? 1 : 0));
  const { labels, components } = labelComponents(isIsland, size, true);
  const largest = components.reduce((most, { area }) => Math.max(most, area), 0);
  const isWidget = components.map((part) => {
    if (part.area < speck * parts.length) return !part.isAtEdge;
    const across = part.right - part.left + 1;
    const down = part.bottom - part.top + 1;
    const thickness = part.area / Math.max(across, down);
    if (part.area < 0.002 * parts.length && thickness < (thin * Math.max(width, height)) / 512) return true;
    if (part.area > 0.2 * largest || part.area > 0.03 * parts.length) return false;
    const isInCorner =
      (part.right < widgetReach * width || part.left > (1 - widgetReach) * width) &&
      (part.bottom < (widgetReach + 0.04) * height || part.top > (1 - widgetReach - 0.04) * height);
    const isAtSide = (part.right < 0.06 * width || part.left > 0.94 * width) && across < 0.05 * width;
    return (isInCorner && Math.max(across / width, down / height) < widgetSide) || (isAtSide && down < 0.35 * height);
  });
  const widgets = bytesOf(labels, (label) => (label >= 0 && isWidget[label] ? 1 : 0));
  const behind = nearestBehind(parts, widgets, size);
  for (let i = 0; i < parts.length; i++) if (widgets[i]) parts[i] = behind(i);
  return widgets;
}

/** Finds the part that lies left of a widget's pixel, or right of it: no widget reaches from border to border. */
function nearestBehind(parts: Uint8Array, widgets: Uint8Array, { width }: Size): (i: number) => Part {
  const before = Uint8Array.from(parts);
  return (i) => {
    const row = i - (i % width);
    for (let at = i - 1; at >= row; at--) if (!widgets[at] && before[at] !== Part.model) return before[at] as Part;
    for (let at = i + 1; at < row + width; at++)
      if (!widgets[at] && before[at] !== Part.model) return before[at] as Part;
    return Part.backdrop;
  };
}
