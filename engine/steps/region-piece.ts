import type { Size } from '../base/blur.ts';
import { luminanceOf, type RgbBytes } from '../base/colour.ts';
import { JobRefused } from '../base/job.ts';
import { featherMask, type Mask } from '../base/mask.ts';
import { compose } from '../kernels/furnish/compose.ts';
import { makeKit } from '../kernels/furnish/kit.ts';
import { traceLayer } from '../kernels/furnish/layer.ts';
import { findMarkedRoom, noRectangle } from '../kernels/furnish/marked-floor.ts';
import type { PieceKind } from '../kernels/furnish/pieces.ts';
import type { Room } from '../kernels/furnish/room-box.ts';
import { readRoomLight } from '../kernels/furnish/room-light.ts';
import { findScaledRoom } from '../kernels/furnish/scaled-room.ts';
import { type ItemKind, makeSingle } from '../kernels/furnish/single-piece.ts';
import { boxOfMask, type PixelBox, placeOf } from '../kernels/furnish/single-place.ts';
import type { StyleLook } from '../kernels/furnish/styles.ts';
import type { Point } from '../kernels/material/homography.ts';

/** Long side at which pieces are traced, pixels. */
const layerSide = 1536;
const raysPerPoint = 6;

/** A photograph as pieces are put into it. */
interface Photo extends Size {
  rgb: RgbBytes;
}

export interface PieceWish {
  kind: ItemKind;
  look: StyleLook;
  /** 0 keeps the piece's usual size … 1 fills the region. */
  similarity: number;
  /** Which of several outputs: another turn and form. */
  index: number;
  seed: number;
  /** Picture behind the piece, of the photograph's size; the photograph itself when absent. */
  behind?: RgbBytes;
  /** 0–1. */
  onProgress(fraction: number): void;
}

export interface PlacedPiece {
  rgb: RgbBytes;
  pieceKind: PieceKind;
  /** Share of the piece that lies inside the region, 0–1; the rest is cut off. */
  shown: number;
}

/**
 * Reads the room and its light once, for pieces that are put into a region of it: traced in the room's perspective and
 * light, with contact shadow, at the scale of the room (see `findScaledRoom`, `traceLayer`, `compose`).
 *
 * @param floor corners of a rectangle on the floor, in order round it, where a person has marked one
 * @throws JobRefused where no camera sees these corners so
 */
export function openPiecePlace(photo: Photo, mask: Mask, floor: readonly Point[] = []) {
  const region = boxOfMask(mask, photo);
  const found =
    floor.length > 0 ? findMarkedRoom(photo.rgb, photo, floor) : findScaledRoom(photo.rgb, photo, undefined);
  if (!found) throw new JobRefused(noRectangle);
  const room = roomAround(found, region);
  const light = readRoomLight(photo.rgb, room);
  const short = Math.min(region.right - region.left, region.bottom - region.top);
  const edge = featherMask(mask, photo, Math.max(1, Math.round(short * 0.012)));
  // Shade that reaches the region's edge would draw it on the floor.
  const shadeFade = featherMask(mask, photo, Math.max(2, Math.round(short * 0.16)));
  return {
    region: region as PixelBox,
    room,
    light,
    /** Edge with which the region is pasted back. */
    edge,
    place({ kind, look, similarity, index, seed, behind = photo.rgb, onProgress }: PieceWish): PlacedPiece {
      const furnisher = makeKit(look, seed);
      const single = makeSingle({ room, region, mask, furnisher, kind, similarity, index, variant: seed });
      const options = { side: layerSide, samples: raysPerPoint, seed, onProgress };
      const layer = traceLayer(room, light, single.furnishing, options);
      const [r, g, b] = light.faceColours.floor;
      const rgb = compose(behind, photo, layer, { level: light.level, floor: luminanceOf(r, g, b), shadeFade });
      return { rgb, pieceKind: single.pieceKind, shown: single.shown };
    },
  };
}

/** Room that a standing piece takes behind its feet and beside them, metres. */
const piece = { depth: 2.4, margin: 0.3 };

/**
 * The room with its walls moved back to where a piece in the region has its place: where they were found too near, they
 * would hide what a person has asked to stand there.
 */
function roomAround(room: Room, region: PixelBox): Room {
  const { x, y, z, width } = placeOf(room, region);
  const { box } = room;
  if (y !== 0) return room;
  const left = Math.min(box.left, x - width / 2 - piece.margin);
  const right = Math.max(box.right, x + width / 2 + piece.margin);
  return { ...room, box: { ...box, left, right, back: Math.max(box.back, z + piece.depth) } };
}

/** The look with its main materials in one colour. */
export function inColour(look: StyleLook, colour: string): StyleLook {
  return {
    ...look,
    cloth: [colour],
    wood: colour,
    paint: colour,
    curtain: colour,
    accents: [[colour, ...look.accents[0]!.slice(1)]],
    art: [look.art[0], colour, look.art[2]],
    itemColour: colour,
  };
}

/** Several outputs show several styles. */
export const pieceStyles = ['现代简约', '奶油', '原木', '中古', '新中式', '意式', '北欧', '法式'];
