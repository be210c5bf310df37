import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { chosenLevel, featherMask, type Mask, pasteBack, squaredDistance } from '../../base/mask.ts';
import { type Box, cut, putBack, sizeOf, spotsOf, widen } from '../../kernels/fill/hole-window.ts';
import type { SlotPicture } from './slot-adapter.ts';

/** Context around a hole that networks get, pixels. */
const holeMargin = 128;

/** A spot of holes with its surroundings. */
export interface Hole {
  /** The hole with its context. */
  box: Box;
  /** Longest side of what is missing, pixels. */
  side: number;
}

/** Holes that lie apart, each with a margin; networks see one box a call. */
export function holesOf(mask: Mask, size: Size): Hole[] {
  const hard = bytesOf(mask, (level) => (level >= chosenLevel ? 255 : 0));
  return spotsOf(hard, size, () => holeMargin).map((spot) => {
    const { width, height } = sizeOf(spot);
    return { box: widen(spot, () => holeMargin, size), side: Math.max(width, height) };
  });
}

/** A square part of a picture and its mask; mirrored where it reaches beyond. */
export interface Square {
  left: number;
  top: number;
  side: number;
}

/** The square round a box, moved into the picture as far as it fits; at least `least` wide. */
export function squareOf(box: Box, size: Size, least: number): Square {
  const { width, height } = sizeOf(box);
  const side = Math.max(width, height, least);
  const place = (start: number, length: number, whole: number) => {
    const wanted = start - Math.floor((side - length) / 2);
    return side >= whole ? Math.floor((whole - side) / 2) : Math.min(whole - side, Math.max(0, wanted));
  };
  return { left: place(box.left, width, size.width), top: place(box.top, height, size.height), side };
}

/** The square's bytes, mirrored beyond the picture. */
export function cutSquare(bytes: Uint8Array, size: Size, square: Square, channels: number): Uint8Array {
  const out = new Uint8Array(square.side * square.side * channels);
  for (let y = 0, to = 0; y < square.side; y++) {
    const row = mirrored(square.top + y, size.height) * size.width;
    for (let x = 0; x < square.side; x++, to += channels) {
      const from = (row + mirrored(square.left + x, size.width)) * channels;
      for (let channel = 0; channel < channels; channel++) out[to + channel] = bytes[from + channel]!;
    }
  }
  return out;
}

function mirrored(place: number, length: number) {
  const period = Math.max(1, 2 * length);
  const within = ((place % period) + period) % period;
  return within < length ? within : period - 1 - within;
}

/** Puts the part of a square that lies in the picture into it. */
export function putSquare(rgb: RgbBytes, size: Size, square: Square, part: RgbBytes): void {
  const box = {
    left: Math.max(0, square.left),
    top: Math.max(0, square.top),
    right: Math.min(size.width, square.left + square.side),
    bottom: Math.min(size.height, square.top + square.side),
  };
  const inner = {
    left: box.left - square.left,
    top: box.top - square.top,
    right: box.right - square.left,
    bottom: box.bottom - square.top,
  };
  putBack(rgb, size, box, cut(part, { width: square.side, height: square.side }, inner, 3), 3);
}

/** Widest soft rim of what is pasted, pixels; thinner in thin holes, which would else keep what they were to lose. */
const widestFeather = 3;

/** Lays what was filled over the picture, within the mask alone and with a soft rim inside it. */
export function pasteHoles(picture: SlotPicture, filled: RgbBytes, mask: Mask): RgbBytes {
  const hard = bytesOf(mask, (level) => (level >= chosenLevel ? 255 : 0));
  const depth = Math.sqrt(squaredDistance(hard, picture, 'kept').reduce((most, square) => Math.max(most, square), 0));
  const feather = Math.min(widestFeather, Math.floor(depth / 6));
  return pasteBack(picture.rgb, filled, featherMask(hard, picture, feather));
}
