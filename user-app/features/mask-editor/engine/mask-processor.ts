import type { GreyMask } from '#shared/domain/mask-edge';
import type { Point, Size } from '../../../canvas/geometry';
import { createBitmap, type MaskBitmap, type Runs, resized, restore, runsOf } from './bitmap';
import { applyChange, type Change, writeRuns } from './change';
import { type ColourChoice, likeColour } from './colour-selection';
import { fillHoles } from './fill-holes';
import { LiveWire, type WirePixels } from './live-wire';
import { encodeGreyPng } from './png';
import { type Preview, type PreviewWish, previewOf } from './preview';
import { isRefined, type Refinement, refine } from './refine';
import { type Spans, SpanWriter } from './span-codec';

export interface ReadMask {
  runs: Runs;
  /** True when it had another size and was stretched. */
  isStretched: boolean;
  /** True when it had greys, which were cut at the half. */
  hasGreys: boolean;
}

/** Longest side of the picture that edges and colours are looked for in, px. */
const largestStudied = 4096;
const largestTraced = 1600;
/** Largest distance over which an anchor of the magnetic lasso snaps to an edge, px of the traced picture. */
const snapReach = 6;

/**
 * The heavy work on a mask, made to run in a worker: it keeps a copy of the painted mask that follows every change, so
 * nothing large has to be sent for a preview or an export.
 */
export class MaskProcessor {
  #mask: MaskBitmap = createBitmap({ width: 0, height: 0 });
  /** The mask without holes, until it changes. */
  #filled: GreyMask | undefined;
  #picture: WirePixels | undefined;
  #wire: { wire: LiveWire; size: Size } | undefined;

  start(size: Size, runs: Runs | undefined): void {
    this.#mask = createBitmap(size);
    this.#filled = undefined;
    if (runs) restore(this.#mask, runs);
  }

  change(change: Change): void {
    this.#filled = undefined;
    applyChange(this.#mask, change);
  }

  preview(wish: PreviewWish): Preview {
    return previewOf(this.#mask, wish, () => {
      this.#filled ??= { ...this.#mask, data: fillHoles(this.#mask) };
      return this.#filled;
    });
  }

  exportPng(refinement: Refinement): Promise<Blob> {
    const { data } = isRefined(refinement) ? refine(this.#mask, refinement) : this.#mask;
    return encodeGreyPng(this.#mask, data);
  }

  /** The painted mask in a few kilobytes. */
  marked(): Spans {
    const writer = new SpanWriter();
    const { width, height, data } = this.#mask;
    for (let row = 0; row < height; row += 1)
      writeRuns(writer, data.subarray(row * width, (row + 1) * width), 255, row * width);
    return writer.finish();
  }

  async readMask(file: Blob, size: Size): Promise<ReadMask> {
    const pixels = await pixelsOf(file);
    const data = new Uint8Array(pixels.width * pixels.height);
    let hasGreys = false;
    for (let at = 0; at < data.length; at += 1) {
      // A transparent pixel may be stored as white; it is not chosen.
      const value = pixels.data[at * 4 + 3] === 0 ? 0 : (pixels.data[at * 4] as number);
      hasGreys ||= value > 16 && value < 239;
      data[at] = value > 127 ? 255 : 0;
    }
    const read = { width: pixels.width, height: pixels.height, data };
    const isStretched = read.width !== size.width || read.height !== size.height;
    return { runs: runsOf(resized(read, size)), isStretched, hasGreys };
  }

  /** Fetches the picture that edges and colours are looked for in. */
  async studyPicture(address: string): Promise<void> {
    if (this.#picture) return;
    const answer = await fetch(address, { credentials: 'same-origin' });
    if (!answer.ok) throw new Error('图片读取失败，请刷新页面');
    this.studyPixels(await pixelsOf(await answer.blob(), largestStudied));
  }

  studyPixels(picture: WirePixels): void {
    this.#picture = picture;
    this.#wire = undefined;
  }

  /** Pixels with the colour at a point of the picture. */
  likeColour(at: Point, choice: ColourChoice): Runs {
    const picture = this.#studied();
    const across = picture.width / this.#mask.width;
    const data = likeColour(picture, { x: at.x * across, y: at.y * across }, choice);
    return runsOf(resized({ width: picture.width, height: picture.height, data }, this.#mask));
  }

  /** The strongest edge near a point. */
  snap(at: Point): Point {
    const { wire, across } = this.#traced();
    return middleOf(wire.snap({ x: at.x * across, y: at.y * across }, snapReach), across);
  }

  /** The way along edges between two points, both included. */
  trace(from: Point, to: Point): Point[] {
    const { wire, across } = this.#traced();
    const path = wire.trace({ x: from.x * across, y: from.y * across }, { x: to.x * across, y: to.y * across });
    return [from, ...path.slice(1, -1).map((point) => middleOf(point, across)), to];
  }

  #studied(): WirePixels {
    if (!this.#picture) throw new Error('图片还没有读完');
    return this.#picture;
  }

  #traced() {
    const picture = this.#studied();
    if (!this.#wire) {
      const step = Math.ceil(Math.max(picture.width, picture.height) / largestTraced);
      const small = step > 1 ? everyPixel(picture, step) : picture;
      this.#wire = { wire: new LiveWire(small), size: small };
    }
    return { wire: this.#wire.wire, across: this.#wire.size.width / this.#mask.width };
  }
}

const middleOf = ({ x, y }: Point, across: number): Point => ({ x: (x + 0.5) / across, y: (y + 0.5) / across });

function everyPixel({ width, height, data }: WirePixels, step: number): WirePixels {
  const small = { width: Math.floor(width / step), height: Math.floor(height / step) };
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(small.width * small.height);
  for (let y = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1) to[y * small.width + x] = from[y * step * width + x * step] as number;
  return { ...small, data: new Uint8Array(to.buffer) };
}

/** The pixels of a picture file, at most `longest` a side. */
async function pixelsOf(file: Blob, longest = Number.POSITIVE_INFINITY): Promise<WirePixels> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }).catch(() => {
    throw new Error('文件不是可以读取的图片');
  });
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('浏览器内存不足，无法读取图片');
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
