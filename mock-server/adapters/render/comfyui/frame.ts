import sharp from 'sharp';
import type { ControlPart } from '../../control/port.ts';
import { givenPicture } from '../given-picture.ts';
import { type RenderPicture, RenderRefused, type RenderRequest } from '../port.ts';
import { longestSide, proportions, type Size, wide } from '../result-size.ts';
import type { GraphFile } from './graph-file.ts';

export interface Margins {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of a result that one job makes. All in pixels. */
export interface Frame {
  /** Part of the base that the job sees; the whole when absent. */
  part?: ControlPart | undefined;
  /** Size at which the graph runs. */
  run: Size;
  /** Size of the base inside of a run with margins, and these margins; absent for all others. */
  inner?: Size;
  margins?: Margins;
  /** Size of the finished result. */
  result: Size;
  /** Place of the job's picture in the result; the whole result when absent. */
  place?: ControlPart;
  /** Way in which the job's picture is laid over the base. */
  paste?: 'mask' | 'box' | 'margins' | 'tile';
}

/** Most of an extended or enlarged result. */
const mostSide = 8192;
const mostPixels = 40e6;

/** The frames of a run: one, or the tiles of an enlargement. Throws {@link RenderRefused}. */
export async function framesOf(graph: GraphFile, request: RenderRequest, share: number): Promise<Frame[]> {
  const base = givenPicture('base', request);
  if (!base) return [wholeFrame(graph, request, share)];
  if (graph.scope === 'masked') return [await maskedFrame(graph, request, base, share)];
  if (graph.scope === 'extended') return [extendedFrame(graph, request, base, share)];
  if (graph.scope === 'tiled') return tilesOf(request, base);
  return [wholeFrame(graph, request, share)];
}

/** Number of the frames of a run, without a look at its pictures. */
export function frameCount(graph: GraphFile, request: RenderRequest): number {
  const base = givenPicture('base', request);
  return graph.scope === 'tiled' && base ? tilesOf(request, base).length : 1;
}

/** Size of a run: the graph's number of pixels in the proportions of a picture, with sides that its model takes. */
function runSize({ megapixels, multiple }: GraphFile, { width, height }: Size, share: number): Size {
  const scale = Math.sqrt((megapixels * share * 1e6) / (width * height));
  const sideOf = (side: number) => Math.max(multiple, Math.round((side * scale) / multiple) * multiple);
  return { width: sideOf(width), height: sideOf(height) };
}

/** The whole base or the part that the form chooses, reduced or enlarged to the quality asked for. */
function wholeFrame(graph: GraphFile, request: RenderRequest, share: number): Frame {
  const { params } = request;
  const base = givenPicture('base', request);
  const longest = longestSide(params);
  if (!base) {
    const result = scaledTo(proportions(params) ?? wide, longest);
    return { result, run: runSize(graph, result, share) };
  }
  const part = cropOf(params.crop, base) ?? ratioPart(proportions(params), base);
  const shown = part ?? base;
  const run = runSize(graph, shown, share);
  if (part && params.isPastedBack === true) return { part, run, result: sizeOf(base), place: part, paste: 'box' };
  // Standard is never enlarged; the larger ones have their size.
  const side = Math.max(shown.width, shown.height);
  const result = scaledTo(shown, params.quality === 'standard' ? Math.min(longest, side) : longest);
  return { part, run, result };
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

function scaledTo({ width, height }: Size, longest: number): Size {
  const scale = longest / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The box between two corners, inside of the base; undefined where it holds next to nothing. */
function cropOf(corners: unknown, { width, height }: Size): ControlPart | undefined {
  if (!Array.isArray(corners) || corners.length !== 2) return undefined;
  const [one, other] = corners as [{ x: number; y: number }, { x: number; y: number }];
  const left = Math.round(clamp(Math.min(one.x, other.x), 0, width));
  const top = Math.round(clamp(Math.min(one.y, other.y), 0, height));
  const right = Math.round(clamp(Math.max(one.x, other.x), 0, width));
  const bottom = Math.round(clamp(Math.max(one.y, other.y), 0, height));
  return right - left < 8 || bottom - top < 8 ? undefined : { left, top, width: right - left, height: bottom - top };
}

/** The middle of the base in other proportions. */
function ratioPart(asked: Size | undefined, base: Size): ControlPart | undefined {
  if (!asked) return undefined;
  const wanted = asked.width / asked.height;
  const width = Math.min(base.width, Math.round(base.height * wanted));
  const height = Math.min(base.height, Math.round(base.width / wanted));
  if (width === base.width && height === base.height) return undefined;
  return { left: (base.width - width) >> 1, top: (base.height - height) >> 1, width, height };
}

/** Share of a mask's box that is shown around it, and the least that is shown, pixels of the base. */
const contextShare = 0.3;
const leastPart = 256;

/** The box of the mask with its surroundings, at the model's own size. */
async function maskedFrame(
  graph: GraphFile,
  request: RenderRequest,
  base: RenderPicture,
  share: number,
): Promise<Frame> {
  const mask = givenPicture('mask', request);
  const box = mask && (await chosenBox(mask.file));
  if (!box) throw new RenderRefused('请先涂抹要修改的区域');
  const [left, width] = widened(box.left, box.width, base.width);
  const [top, height] = widened(box.top, box.height, base.height);
  const part = { left, top, width, height };
  return { part, run: runSize(graph, part, share), result: sizeOf(base), place: part, paste: 'mask' };
}

/** Start and length of a stretch with its surroundings, inside of the whole. */
function widened(start: number, length: number, whole: number): [number, number] {
  const wanted = Math.min(whole, Math.max(leastPart, Math.ceil(length * (1 + 2 * contextShare))));
  return [Math.round(clamp(start - (wanted - length) / 2, 0, whole - wanted)), wanted];
}

/** From here upwards a pixel of a mask is chosen. */
const chosenLevel = 128;

/** The box of the chosen pixels of a mask. */
async function chosenBox(file: string): Promise<ControlPart | undefined> {
  const { data, info } = await sharp(file)
    .flatten({ background: '#000' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, -1, -1];
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      if (data[(y * info.width + x) * info.channels]! < chosenLevel) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The base with margins, reduced so that both together have the graph's number of pixels. */
function extendedFrame(graph: GraphFile, { params }: RenderRequest, base: Size, share: number): Frame {
  const outer = marginsOf(params, base);
  const result = { width: base.width + outer.left + outer.right, height: base.height + outer.top + outer.bottom };
  if (Math.max(result.width, result.height) > mostSide || result.width * result.height > mostPixels)
    throw new RenderRefused(`扩展后为 ${result.width}×${result.height}，超出 8192 像素或 4000 万像素的上限`);
  const scale = Math.min(1, Math.sqrt((graph.megapixels * share * 1e6) / (result.width * result.height)));
  const inEights = (side: number) => 8 * Math.round((side * scale) / 8);
  const inner = { width: Math.max(8, inEights(base.width)), height: Math.max(8, inEights(base.height)) };
  const margins = {
    ...{ left: inEights(outer.left), right: inEights(outer.right) },
    ...{ top: inEights(outer.top), bottom: inEights(outer.bottom) },
  };
  const run = {
    width: inner.width + margins.left + margins.right,
    height: inner.height + margins.top + margins.bottom,
  };
  const place = { left: outer.left, top: outer.top, width: base.width, height: base.height };
  return { run, inner, margins, result, place, paste: 'margins' };
}

function marginsOf(params: RenderRequest['params'], { width, height }: Size): Margins {
  const side = (name: string) => (typeof params[name] === 'number' ? (params[name] as number) : 0);
  if (params.mode === 'sides')
    return { left: side('left'), top: side('top'), right: side('right'), bottom: side('bottom') };
  const target = targetSize(params, { width, height });
  const [columns, rows] = [target.width - width, target.height - height];
  if (columns === 0 && rows === 0) throw new RenderRefused('底图已经是这个画幅，请换一个目标画幅');
  return { left: columns >> 1, right: columns - (columns >> 1), top: rows >> 1, bottom: rows - (rows >> 1) };
}

function targetSize(params: RenderRequest['params'], { width, height }: Size): Size {
  const { mode, factor } = params;
  if (mode === 'factor')
    return { width: Math.round(width * Number(factor)), height: Math.round(height * Number(factor)) };
  const asked = proportions(params) ?? wide;
  const wanted = asked.width / asked.height;
  if (wanted > width / height) return { width: Math.round(height * wanted), height };
  return { width, height: Math.round(width / wanted) };
}

/** Side of a tile of an enlargement, and what neighbours share, pixels of the result. */
const tileSide = 1024;
export const tileOverlap = 128;

/** Tiles of an enlargement from left to right and from top to bottom; each overlaps those before it. */
function tilesOf({ params }: RenderRequest, base: Size): Frame[] {
  const longest = Math.max(base.width, base.height);
  const scale = Math.min(typeof params.scale === 'number' ? params.scale : 2, mostSide / longest);
  const result = { width: Math.round(base.width * scale), height: Math.round(base.height * scale) };
  if (result.width * result.height > mostPixels)
    throw new RenderRefused(`放大后为 ${result.width}×${result.height}，超出 4000 万像素的上限，请选小一些的倍数`);
  const columns = spans(result.width, base.width);
  const rows = spans(result.height, base.height);
  return rows.flatMap((row) =>
    columns.map((column): Frame => {
      const part = { left: column.from, width: column.length, top: row.from, height: row.length };
      const place = { left: column.at, width: column.side, top: row.at, height: row.side };
      const run = { width: 8 * Math.ceil(column.side / 8), height: 8 * Math.ceil(row.side / 8) };
      return { part, run, result, place, paste: 'tile' };
    }),
  );
}

/** Stretches along one side: where they lie in the result, and the pixels of the base that show them. */
function spans(whole: number, base: number) {
  const count = whole <= tileSide ? 1 : Math.ceil((whole - tileOverlap) / (tileSide - tileOverlap));
  const length = Math.min(base, Math.ceil((Math.min(tileSide, whole) * base) / whole));
  return Array.from({ length: count }, (_, index) => {
    const from = count === 1 ? 0 : Math.round((index * (base - length)) / (count - 1));
    const at = Math.round((from * whole) / base);
    return { from, length, at, side: Math.min(whole, Math.round(((from + length) * whole) / base)) - at };
  });
}
