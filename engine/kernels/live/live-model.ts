import { boxBlur, type Size } from '../../base/blur.ts';
import { hexOfColour, lumaOf, lumaPlane, luminanceOf } from '../../base/colour.ts';
import { type LinearColour, type LinearLight, linearColour } from '../../base/linear-light.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import { growLabels, labelComponents, labelNeighbours } from '../plan/components.ts';
import { closeDark } from './live-ink.ts';
import { Paint, paintOf } from './live-paint.ts';
import { bluePaints, fillOf, heightOf, widthOf } from './live-parts.ts';
import type { Reading } from './live-reading.ts';
import { emptyRegion, measureRegions, type Region, type Regions } from './live-regions.ts';
import { isFlat, Role } from './live-role.ts';
import type { Surface } from './live-surfaces.ts';
import type { LiveWish } from './live-words.ts';

/** A view of a modelling program: flat faces in their own colours, dark edge lines, hatched tiles. */
export interface ModelView {
  regions: Regions;
  /** Share of each region that was hatched, 0–1. */
  hatched: Float32Array;
  /** Light of each pixel against the middle of its face, 0.6–1.3; 1 in hatches. */
  shades: Float32Array;
}

/** Largest difference of a channel between neighbours of one face: gradients pass, faces in other light do not. */
const sameFace = 5;
const mostFaces = 600;
/** A coloured sketch has fewer faces than this. */
const sketchFaces = 16;

/** What a flat picture is: a view of a modelling program, or a sketch of a few coloured areas. */
export type FlatKind = 'model' | 'sketch';

/**
 * Tells flat pictures from photographs and renders: most of them is as even as only flat shading and filling make it, in
 * colours. Many faces make one a view of a modelling program, few a coloured sketch. White paper with strokes is even
 * as well and is neither.
 *
 * A coloured view that was saved as JPEG is even in its faces' middles only, and has few colours: at qualities of 60–95
 * six views had at least 0.39 and 0.58 of what is asked below, of some thirty photographs and renders of buildings none
 * had both.
 *
 * @param rgb 8-bit sRGB, interleaved
 * @param isColoured whether the picture has colours at all
 */
export function viewOf(rgb: Uint8Array, size: Size, isColoured: boolean): FlatKind | undefined {
  if (!(isColoured ? isColouredView(rgb, size) : isBareView(rgb, size))) return undefined;
  const unit = Math.max(size.width, size.height) / 512;
  const least = 0.0004 * size.width * size.height;
  const faces = divideModel(rgb, size, unit).regions.list.filter(({ area }) => area > least).length;
  return faces >= sketchFaces ? 'model' : 'sketch';
}

/** Renders of white models are smooth, but even nowhere: three had 0.57 and less of what is asked, flat views 0.88. */
function isBareView(rgb: Uint8Array, size: Size): boolean {
  return evenShares(rgb, size, 8, 1).even > 0.75;
}

function isColouredView(rgb: Uint8Array, size: Size): boolean {
  const calm = calmed(rgb, size);
  if (fewColours(calm) <= 0.55) return false;
  const clean = evenShares(rgb, size, 1, 2);
  if (clean.even > 0.6) return clean.even - clean.paper > 0.4;
  const { even, paper } = evenShares(calm, size, 4, 2);
  return even > 0.38 && even - paper > 0.3;
}

/** Shares of the picture that differ little from the pixels `pitch` to the right and below, and that are white besides. */
function evenShares(rgb: Uint8Array, { width, height }: Size, pitch: number, most: number) {
  let even = 0;
  let paper = 0;
  for (let y = 0; y < height - pitch; y++) {
    for (let x = 0, at = y * width * 3; x < width - pitch; x++, at += 3) {
      let step = 0;
      for (let channel = at; channel < at + 3; channel++) {
        const across = Math.abs(rgb[channel]! - rgb[channel + 3 * pitch]!);
        step = Math.max(step, across, Math.abs(rgb[channel]! - rgb[channel + width * 3 * pitch]!));
      }
      if (step > most) continue;
      even++;
      if (Math.min(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!) > 250) paper++;
    }
  }
  const count = (width - pitch) * (height - pitch);
  return { even: even / count, paper: paper / count };
}

/** Share of the picture in its twelve commonest colours of five bits a channel, 0–1. */
function fewColours(rgb: Uint8Array): number {
  const counts = new Int32Array(32 * 32 * 32);
  for (let at = 0; at < rgb.length; at += 3) {
    counts[((rgb[at]! >> 3) << 10) | ((rgb[at + 1]! >> 3) << 5) | (rgb[at + 2]! >> 3)]!++;
  }
  const commonest = counts.sort().subarray(-12);
  return commonest.reduce((sum, count) => sum + count, 0) / (rgb.length / 3);
}

/** The picture without the unrest that saving leaves: the mean of nine pixels. */
function calmed(rgb: Uint8Array, size: Size): Uint8Array {
  const out = new Uint8Array(rgb.length);
  const plane = new Float32Array(rgb.length / 3);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]!;
    const mean = boxBlur(plane, size, 1);
    for (let i = 0; i < plane.length; i++) out[i * 3 + channel] = Math.round(mean[i]!);
  }
  return out;
}

/**
 * Divides a view into faces: edge lines and hatches (dark and narrower than a pen) take the colour beside them, then
 * what differs little from neighbour to neighbour is one face.
 *
 * @param unit pixels of this picture per pixel of one 512 wide
 */
export function divideModel(rgb: Uint8Array, size: Size, unit: number): ModelView {
  const { width, height } = size;
  const count = width * height;
  const { even } = evenShares(rgb, size, 1, 2);
  const { colours, isHatch } = withoutLines(even > 0.6 ? rgb : calmed(rgb, size), size, unit);
  const labels = facesOf(colours, isHatch, size, Math.max(10, Math.round(16 * unit * unit)));
  growLabels(labels, size);
  for (let i = 0; i < count; i++) if (labels[i]! < 0) labels[i] = 0;
  straighten(labels, size);
  const list: Region[] = Array.from({ length: renumber(labels) }, () => emptyRegion(Paint.plaster));
  const paint = new Uint8Array(count);
  const sums = new Float64Array(list.length * 4);
  const lines = new Float64Array(list.length);
  for (let i = 0; i < count; i++) {
    const label = labels[i]!;
    sums[label * 4 + 3]!++;
    lines[label]! += isHatch[i]!;
    for (let channel = 0; channel < 3; channel++) sums[label * 4 + channel]! += colours[i * 3 + channel]!;
  }
  const hatched = new Float32Array(list.length);
  list.forEach((region, label) => {
    const area = Math.max(1, sums[label * 4 + 3]!);
    const [red, green, blue] = [0, 1, 2].map((channel) => sums[label * 4 + channel]! / area) as [
      number,
      number,
      number,
    ];
    const meant = paintOf(red, green, blue);
    region.paint = meant === Paint.paper ? Paint.plaster : meant;
    hatched[label] = lines[label]! / area;
  });
  for (let i = 0; i < count; i++) paint[i] = list[labels[i]!]!.paint;
  measureRegions(labels, list, paint, colours, size);
  const shades = floatsOf(labels, (label, i) => {
    if (isHatch[i]) return 1;
    const own = lumaOf(colours[i * 3]!, colours[i * 3 + 1]!, colours[i * 3 + 2]!);
    return clamp(((own + 8) / (lumaOf(...list[label]!.colour) + 8)) ** 2, 0.6, 1.3);
  });
  return { regions: { labels, list, neighbours: labelNeighbours(labels, size, list.length) }, hatched, shades };
}

/** The view without edge lines, and where so many lie that they are a hatch (1). */
function withoutLines(rgb: Uint8Array, size: Size, unit: number): { colours: Uint8Array; isHatch: Uint8Array } {
  const luma = lumaPlane(rgb);
  const closed = closeDark(luma, size, Math.max(2, Math.round(1.8 * unit)));
  const isLine = bytesOf(luma, (level, i) => (closed[i]! - level > 0.045 ? 1 : 0));
  const lines = Float32Array.from(isLine);
  const reach = Math.max(3, Math.round(4 * unit));
  const dense = boxBlur(lines, size, reach);
  // The bars of a window lie as close as tiles, on less room than a roof has.
  const isDense = bytesOf(dense, (share) => (share > 0.24 ? 1 : 0));
  const wide = boxBlur(Float32Array.from(isDense), size, 3 * reach);
  const heart = boxBlur(Float32Array.from(bytesOf(wide, (share) => (share > 0.86 ? 1 : 0))), size, 3 * reach);
  const grown = bytesOf(heart, (share, i) => (share > 0 && wide[i]! > 0.4 && isDense[i] ? 1 : 0));
  const hatches = labelComponents(grown, size);
  const least = 0.015 * luma.length;
  const isHatch = bytesOf(hatches.labels, (label) => (label >= 0 && hatches.components[label]!.area > least ? 1 : 0));
  const near = boxBlur(lines, size, 1);
  const source = new Int32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    // A line's soft rim is a line too.
    const isRim = near[i]! > 0.34 && closed[i]! - luma[i]! > 0.012;
    source[i] = !isHatch[i] && (isLine[i] || isRim) ? -1 : i;
  }
  growLabels(source, size);
  const colours = new Uint8Array(rgb.length);
  const plane = new Float32Array(luma.length);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]!;
    const mean = boxBlur(plane, size, reach);
    for (let i = 0; i < plane.length; i++) {
      const from = source[i]! < 0 ? i : source[i]!;
      colours[i * 3 + channel] = Math.round(isHatch[from] ? mean[from]! : plane[from]!);
    }
  }
  return { colours, isHatch: bytesOf(source, (from) => (from >= 0 ? isHatch[from]! : 0)) };
}

/** Outlines lose the teeth that lines left: each pixel on one takes the label most pixels round it have. In place. */
function straighten(labels: Int32Array, { width, height }: Size): void {
  const before = Int32Array.from(labels);
  const seen = new Map<number, number>();
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2, i = y * width + 2; x < width - 2; x++, i++) {
      const own = before[i]!;
      if (before[i - 1] === own && before[i + 1] === own && before[i - width] === own && before[i + width] === own) {
        continue;
      }
      seen.clear();
      let best = own;
      for (let down = -2; down <= 2; down++) {
        for (let at = i + down * width - 2; at <= i + down * width + 2; at++) {
          const label = before[at]!;
          const votes = (seen.get(label) ?? 0) + 1;
          seen.set(label, votes);
          if (votes > (seen.get(best) ?? 0)) best = label;
        }
      }
      labels[i] = best;
    }
  }
}

/** Numbers the labels that are left from 0 on, in place. Returns how many there are. */
function renumber(labels: Int32Array): number {
  const numbers = new Map<number, number>();
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (!numbers.has(label)) numbers.set(label, numbers.size);
    labels[i] = numbers.get(label)!;
  }
  return numbers.size;
}

/** Labels of faces of at least `least` pixels, -1 elsewhere. */
function facesOf(colours: Uint8Array, isHatch: Uint8Array, { width, height }: Size, least: number): Int32Array {
  const count = width * height;
  const parent = new Int32Array(count);
  for (let i = 0; i < count; i++) parent[i] = i;
  const rootOf = (i: number) => {
    let at = i;
    while (parent[at]! !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const isSame = (one: number, other: number) => {
    if (isHatch[one] !== isHatch[other]) return false;
    const most = isHatch[one] ? 3 * sameFace : sameFace;
    for (let channel = 0; channel < 3; channel++) {
      if (Math.abs(colours[one * 3 + channel]! - colours[other * 3 + channel]!) > most) return false;
    }
    return true;
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x > 0 && isSame(i, i - 1)) parent[rootOf(i)] = rootOf(i - 1);
      if (y > 0 && isSame(i, i - width)) parent[rootOf(i)] = rootOf(i - width);
    }
  }
  const areas = new Int32Array(count);
  for (let i = 0; i < count; i++) areas[rootOf(i)]!++;
  const roots = [...areas.keys()].filter((i) => areas[i]! >= least).sort((one, other) => areas[other]! - areas[one]!);
  const numbers = new Int32Array(count).fill(-1);
  roots.slice(0, mostFaces).forEach((root, label) => {
    numbers[root] = label;
  });
  const labels = new Int32Array(count);
  for (let i = 0; i < count; i++) labels[i] = numbers[rootOf(i)]!;
  return labels;
}

/**
 * Gives every face its role. Programs put a model on an endless plain under a sky, or on one background colour; what
 * stands there is built, glass where it is blue, a roof where it is hatched or covers walls.
 */
export function readModelRoles({ regions, hatched }: ModelView, size: Size): Reading {
  const { list, neighbours } = regions;
  const { width, height } = size;
  const picture = width * height;
  const isLike = (one: Region, other: Region) =>
    one.colour.every((value, channel) => Math.abs(value - other.colour[channel]!) < 14);
  const isHigh = ({ atBottom, y }: Region) => atBottom === 0 && y < 0.45 * height;
  const isAcross = ({ atTop, atLeft, atRight }: Region) => atTop > 0.6 * width && atLeft > 0 && atRight > 0;
  const skies = list.filter(
    (region) => isHigh(region) && (isAcross(region) || (region.atTop > 0.08 * width && isSkyColour(region))),
  );
  const sky = mostOf(skies, ({ paint, atTop }) => atTop * (bluePaints.has(paint) ? 4 : 1));
  const beyond = sky && neighbours[list.indexOf(sky)]!;
  // A plain meets the sky at the horizon; without a sky it is what the model stands on from side to side.
  const isPlain = (region: Region, label: number) => {
    if (region === sky || region.bottom < 0.3 * height) return false;
    if (!sky || !beyond)
      return region.area > 0.05 * picture && region.atBottom > 0.3 * width && region.atLeft > 0 && region.atRight > 0;
    if (region.atTop > 0 || !touchesEdge(region)) return false;
    // Saving blurs the horizon to a strip of its own; below it the plain begins at once, where roofs slope.
    const isLevel = region.top > sky.bottom - 0.03 * height && region.wideFrom < sky.bottom + 0.06 * height;
    return (isLevel && region.area > 0.03 * picture) || (beyond.get(label) ?? 0) > 0.04 * width;
  };
  const plain = mostOf(list.filter(isPlain), ({ area }) => area);
  const isBackground = plain !== undefined && plain.atTop > 0.2 * width;
  let horizon = height * 0.5;
  if (sky && plain && !isBackground) horizon = Math.max(0.03 * height, Math.min(0.8 * height, sky.bottom + 1));
  else if (plain) horizon = standingFrom(list, plain, size);
  list.forEach((region, label) => {
    if (region === sky || (sky && isLike(region, sky) && region.atTop > 0)) region.role = Role.sky;
    else if (plain && (region === plain || (isLike(region, plain) && touchesEdge(region)))) {
      region.role = isBackground ? Role.back : groundRole(region);
    } else region.role = builtRole(region, hatched[label]!, size);
  });
  // What is cut off from the plain by axes or shadows is still the plain.
  list.forEach((region, label) => {
    if (!plain || region.role !== Role.wall) return;
    const isStrip = heightOf(region) < 0.04 * height && widthOf(region) > 0.2 * width;
    if (sky && isStrip && Math.abs(region.y - horizon) < 0.03 * height) region.role = plain.role;
    if (region.y < horizon) return;
    let beside = 0;
    let total = 0;
    for (const [other, sides] of neighbours[label]!) {
      total += sides;
      if (list[other] === plain) beside += sides;
    }
    if (beside > 0.5 * total && (isLike(region, plain) || region.area < 0.004 * picture)) region.role = plain.role;
  });
  readSurroundings(regions, horizon, size);
  list.forEach((region, label) => {
    if (region.role !== Role.wall || !isRoofShape(region, label, regions, hatched[label]!, size)) return;
    region.role = Role.roof;
  });
  return { horizon, isRoom: false };
}

/** What lies in the ground is water or paving, what stands free and is green a tree. In place. */
function readSurroundings({ list, neighbours }: Regions, horizon: number, { height }: Size): void {
  const roles = list.map(({ role }) => role);
  const isOpen = (role: Role) => role === Role.sky || role === Role.back || isFlat(role);
  list.forEach((region, label) => {
    if (region.role !== Role.wall && region.role !== Role.window) return;
    let [ground, open, total] = [0, 0, 0];
    for (const [other, sides] of neighbours[label]!) {
      total += sides;
      const role = roles[other] ?? Role.back;
      if (isFlat(role) || (role === Role.back && region.y > horizon)) ground += sides;
      if (isOpen(role)) open += sides;
    }
    const lies = region.top > horizon - 0.01 * height && ground > 0.7 * total;
    const isGreen = region.paint === Paint.foliage || region.paint === Paint.grass;
    if (lies && region.role === Role.window) region.role = Role.water;
    else if (lies && isGreen) region.role = Role.grass;
    else if (lies && widthOf(region) > 0.7 * heightOf(region)) region.role = Role.paving;
    else if (isGreen && open > 0.55 * total && heightOf(region) > 0.03 * height) region.role = Role.foliage;
  });
}

function mostOf(regions: readonly Region[], weigh: (region: Region) => number): Region | undefined {
  return [...regions].sort((one, other) => weigh(other) - weigh(one))[0];
}

const touchesEdge = ({ atTop, atBottom, atLeft, atRight }: Region) => atTop + atBottom + atLeft + atRight > 0;

function isSkyColour({ paint, colour: [red, green, blue] }: Region): boolean {
  return bluePaints.has(paint) || (blue >= red - 4 && lumaOf(red, green, blue) > 215);
}

/** The plain's ground by its colour: lawn, water, road; anything else becomes lawn, which a model leaves out. */
function groundRole({ paint }: Region): Role {
  if (bluePaints.has(paint)) return Role.water;
  return paint === Paint.asphalt || paint === Paint.concrete ? Role.paving : Role.grass;
}

/** Where buildings on one background stand: a little above the middle of their lower third. */
function standingFrom(list: readonly Region[], plain: Region, { width, height }: Size): number {
  let top = height;
  let bottom = 0;
  for (const region of list) {
    if (region === plain || region.area < 0.002 * width * height) continue;
    top = Math.min(top, region.top);
    bottom = Math.max(bottom, region.bottom);
  }
  if (bottom <= top) return height * 0.55;
  return Math.max(0.2 * height, Math.min(0.72 * height, bottom - 0.42 * (bottom - top)));
}

function builtRole(region: Region, hatched: number, { width, height }: Size): Role {
  const share = region.area / (width * height);
  if (bluePaints.has(region.paint) && share < 0.08) return Role.window;
  const isGreen = region.paint === Paint.foliage || region.paint === Paint.grass;
  if (isGreen && hatched > 0.5) return Role.foliage;
  if (isGreen && region.y > 0.6 * height && widthOf(region) > 3 * heightOf(region)) return Role.grass;
  return Role.wall;
}

/** Tiles are hatched in a warm or dark colour; a bare face in such a colour is a roof where it narrows above a wall. */
function isRoofShape(
  region: Region,
  label: number,
  { list, neighbours }: Regions,
  hatched: number,
  { width, height }: Size,
): boolean {
  if (!tilePaints.has(region.paint) || region.area < 0.004 * width * height) return false;
  if (hatched > 0.5) return true;
  if (region.area < 0.01 * width * height || fillOf(region) > 0.8) return false;
  for (const [other, sides] of neighbours[label]!) {
    const below = list[other];
    if (below?.role !== Role.wall || below.y < region.y || sides < 0.3 * widthOf(region)) continue;
    if (region.paint !== below.paint && region.bottom < below.bottom - 0.4 * heightOf(below)) return true;
  }
  return false;
}

const tilePaints: ReadonlySet<Paint> = new Set([Paint.brick, Paint.wood, Paint.dark, Paint.asphalt]);

/**
 * How the faces of a model are finished: coloured ones are painted in their own colour, white and grey ones as the words
 * or the style have walls, in their own shade; hatched walls keep what their colour means.
 */
export function finishModel({ regions, hatched }: ModelView, surfaces: Surface[], wish: LiveWish): void {
  const { list } = regions;
  const isPlain = ({ role, paint }: Region) => role === Role.wall && plainPaints.has(paint);
  const lightest = list.reduce(
    (most, region) => (isPlain(region) ? Math.max(most, lumaOf(...region.colour)) : most),
    1,
  );
  const usual = linearColour(wish.wallColour ? hexOfColour(wish.wallColour) : wish.palette.wall);
  list.forEach((region, label) => {
    if (region.role !== Role.wall || hatched[label]! > 0.5) return;
    if (isPlain(region)) {
      const shade = (lumaOf(...region.colour) / lightest) ** 1.6;
      const colour = usual.map((value) => value * shade) as unknown as LinearColour;
      surfaces[label] = { colour, finish: wish.finish };
    } else surfaces[label] = { colour: ownColour(region.colour), finish: 'plaster' };
  });
}

/** What faces without a material are shown in. */
const plainPaints: ReadonlySet<Paint> = new Set([Paint.plaster, Paint.concrete, Paint.asphalt]);

/** What a face is painted in: programs show colours purer than paint is, and lit. */
function ownColour(colour: readonly [number, number, number]): LinearColour {
  const [red, green, blue] = linearColour(hexOfColour([...colour]));
  const grey = luminanceOf(red, green, blue);
  const level = 0.86;
  return [red, green, blue].map((value) => level * (grey + (value - grey) * 0.8)) as unknown as LinearColour;
}

/** What light a model has on its faces already: its own differences within each of them. In place. */
export function shadeModel(light: LinearLight, { regions, shades }: ModelView): void {
  const { labels, list } = regions;
  for (let i = 0; i < labels.length; i++) {
    const { role } = list[labels[i]!]!;
    if (role !== Role.wall && role !== Role.roof) continue;
    for (let at = i * 3; at < i * 3 + 3; at++) light[at]! *= shades[i]!;
  }
}
