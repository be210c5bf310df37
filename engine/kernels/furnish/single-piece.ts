/** A single parametric piece for a painted region, in the room's perspective. */

import type { Mask } from '../../base/mask.ts';
import { clamp } from '../../base/scalar.ts';
import { Mesh } from '../trace/mesh.ts';
import type { Furnisher } from './kit.ts';
import type { Furnishing } from './layer.ts';
import { makePiece, type PieceKind } from './pieces.ts';
import type { Room } from './room-box.ts';
import { boxOfMesh, type PixelBox, placeOf, type StandingPlace, shareInside } from './single-place.ts';

export type ItemKind =
  | 'sofa'
  | 'bed'
  | 'cabinet'
  | 'lamp'
  | 'diningSet'
  | 'curtain'
  | 'bathroom'
  | 'decoration'
  | 'plant';

export interface SingleRequest {
  room: Room;
  region: PixelBox;
  mask: Mask;
  furnisher: Furnisher;
  kind: ItemKind;
  /** 0 keeps the piece's usual size … 1 fills the region. */
  similarity: number;
  /** Which of several outputs: another turn and form. */
  index: number;
  variant: number;
}

/** Parts of the piece that may lie outside the region, where they are cut off. */
const mostOutside = 0.03;

export interface SinglePiece {
  furnishing: Furnishing;
  pieceKind: PieceKind;
  /** Size against the usual one. */
  scale: number;
  /** Share of the piece that shows, 0–1. */
  shown: number;
}

export function makeSingle(request: SingleRequest): SinglePiece {
  const { room, region, mask, furnisher, kind, similarity, index, variant } = request;
  const place = placeOf(room, region);
  const wish = { variant: variant + index, isRich: true, isPremium: index % 2 === 1 };
  const built = builders[kind]({ kit: furnisher.kit, place, room, index, similarity, wish });
  const turns = [0, 0.32, -0.32, 0.6];
  const isFree = !built.isFixed;
  const turn = built.turn + (isFree ? turns[index % turns.length]! * (similarity > 0.85 ? 0.5 : 1) : 0);
  const wide = region.right - region.left;
  const tall = region.bottom - region.top;
  let scale = 1;
  let { x, y, z } = built;
  let mesh = placed();
  for (let round = 0; round < 4; round++) {
    const box = boxOfMesh(mesh, room);
    const fit = Math.min(wide / (box.right - box.left), tall / (box.bottom - box.top));
    // A piece larger than the region is shrunk to fit; a smaller one grows as far as `similarity` asks.
    const wanted = fit < 1 ? fit : 1 + (fit - 1) * similarity * 0.9;
    if (round < 2) scale = clamp(scale * wanted * 0.98, 0.15, 2.2);
    mesh = placed();
    const now = boxOfMesh(mesh, room);
    const depth = Math.max(0.5, z);
    const perMetre = room.view.focal / depth;
    x += ((region.left + region.right) / 2 - (now.left + now.right) / 2) / perMetre;
    if (built.isHanging) y -= (region.top - now.top) / perMetre;
    else if (built.isCentred) y -= ((region.top + region.bottom) / 2 - (now.top + now.bottom) / 2) / perMetre;
    else if (y > 0.01) y -= (region.bottom - now.bottom) / perMetre;
    else {
      // On the floor a lower foot is a nearer one.
      const rise = (region.bottom - 1 - now.bottom) / perMetre;
      z = Math.max(0.9, z - (rise * depth) / Math.max(0.4, room.view.eyeHeight));
    }
    mesh = placed();
  }
  let shown = shareInside(mesh, room, mask);
  for (let round = 0; round < 7 && shown < 1 - mostOutside; round++) {
    const before = boxOfMesh(mesh, room);
    scale *= 0.94;
    mesh = placed();
    const after = boxOfMesh(mesh, room);
    if (!built.isHanging && !built.isCentred && y <= 0.01) {
      const rise = (before.bottom - after.bottom) * (Math.max(0.5, z) / room.view.focal);
      z = Math.max(0.9, z - (rise * z) / Math.max(0.4, room.view.eyeHeight));
      mesh = placed();
    }
    shown = shareInside(mesh, room, mask);
  }
  return { furnishing: { mesh, materials: furnisher.materials, lights: [] }, pieceKind: built.pieceKind, scale, shown };

  function placed(): Mesh {
    const out = new Mesh();
    out.append(built.mesh, x, y, z, turn, scale);
    return out;
  }
}

interface Built {
  mesh: Mesh;
  pieceKind: PieceKind;
  x: number;
  y: number;
  z: number;
  turn: number;
  /** Belongs to a wall: its turn must not change. */
  isFixed: boolean;
  /** Holds on to the region's upper edge. */
  isHanging: boolean;
  /** Sits in the region's middle. */
  isCentred: boolean;
}

interface BuildJob {
  kit: Furnisher['kit'];
  place: StandingPlace;
  room: Room;
  index: number;
  similarity: number;
  /** Form of every piece of this request. */
  wish: { variant: number; isRich: boolean; isPremium: boolean };
}

interface WishedSize {
  width?: number;
  height?: number;
}

function stand({ kit, place, wish }: BuildJob, pieceKind: PieceKind, size: WishedSize = {}, isFixed = false): Built {
  const piece = makePiece(kit, pieceKind, { ...wish, ...size });
  // The region's lower edge is the front foot; the piece's middle lies behind it.
  const back = (Math.abs(Math.cos(place.turn)) * piece.depth + Math.abs(Math.sin(place.turn)) * piece.width) / 2;
  return {
    mesh: piece.mesh,
    pieceKind,
    x: place.x,
    y: place.y,
    z: place.z + back,
    turn: place.turn,
    isFixed,
    isHanging: false,
    isCentred: false,
  };
}

/** A piece that lies flat on the wall behind the region: on the wall's middle height, or from 2 cm above the floor. */
function onWall(
  { kit, place, room, wish }: BuildJob,
  pieceKind: PieceKind,
  size: Required<WishedSize>,
  isFromFloor: boolean,
): Built {
  const piece = makePiece(kit, pieceKind, { ...wish, ...size });
  const { box } = room;
  const along = {
    left: { x: box.left + 0.06, z: place.z, turn: -Math.PI / 2 },
    right: { x: box.right - 0.06, z: place.z, turn: Math.PI / 2 },
    back: { x: place.x * (box.back / Math.max(0.6, place.z)), z: box.back - 0.08, turn: 0 },
  };
  return {
    mesh: piece.mesh,
    pieceKind,
    ...along[place.behind === 'left' || place.behind === 'right' ? place.behind : 'back'],
    y: isFromFloor ? 0.02 : 1.2,
    isFixed: true,
    isHanging: false,
    isCentred: true,
  };
}

function pendant({ kit, place, room, wish }: BuildJob): Built {
  const piece = makePiece(kit, 'pendant', { ...wish, height: clamp(place.height, 0.45, 2.2) });
  const z = clamp(room.box.back * 0.62, 1.4, room.box.back - 0.5);
  const ratio = z / Math.max(0.6, place.z);
  return {
    mesh: piece.mesh,
    pieceKind: 'pendant',
    x: place.x * ratio,
    y: room.box.height - piece.height,
    z,
    turn: 0,
    isFixed: false,
    isHanging: true,
    isCentred: false,
  };
}

function cabinet(job: BuildJob): Built {
  const { width, height } = job.place;
  const aspect = width / Math.max(0.05, height);
  const isEven = job.index % 2 === 0;
  const wide = clamp(width * 0.92, 0.8, 3);
  if (aspect >= 0.95) return stand(job, aspect > 2.6 && isEven ? 'tvCabinet' : 'sideboard', { width: wide }, true);
  return stand(job, isEven ? 'wardrobe' : 'bookcase', { width: wide, height: clamp(height * 0.9, 1.2, 2.6) }, true);
}

function sanitary(job: BuildJob): Built {
  const { width, height } = job.place;
  const aspect = width / Math.max(0.05, height);
  if (aspect > 1.75) return stand(job, 'bathtub');
  if (aspect < 0.8 && job.similarity >= 0 && height > 1.3)
    return stand(job, 'vanity', { width: clamp(width * 0.9, 0.6, 1.6) }, true);
  return stand(job, height > 1.1 ? 'vanity' : 'toilet', {}, true);
}

function decoration(job: BuildJob): Built {
  const { width, height, under } = job.place;
  if (under === 'floor') return stand(job, 'vase', { height: clamp(height * 0.5, 0.3, 1.1) });
  const size = { width: clamp(width * 0.92, 0.2, 4), height: clamp(height * 0.92, 0.2, 3) };
  return onWall(job, job.index % 3 === 2 ? 'mirror' : 'picture', size, false);
}

const builders: Record<ItemKind, (job: BuildJob) => Built> = {
  sofa: (job) =>
    job.place.width < 1.25
      ? stand(job, 'armchair')
      : stand(job, 'sofa', { width: clamp(job.place.width * 0.94, 1.4, 3) }),
  bed: (job) => stand(job, 'bed', { width: clamp(job.place.width * 0.85, 1, 2) }),
  cabinet,
  lamp: (job) => (job.place.under === 'floor' ? stand(job, 'floorLamp') : pendant(job)),
  diningSet: (job) => diningSet(job, clamp(job.place.width * 0.8, 1.2, 2.4)),
  curtain(job) {
    const { width, height } = job.place;
    const wide = clamp(width * (0.98 - 0.04 * (job.index % 3)), 0.4, 5);
    return onWall(job, 'curtain', { width: wide, height: clamp(height * 0.98, 0.8, 4) }, true);
  },
  bathroom: sanitary,
  decoration,
  plant: (job) => stand(job, 'plant', { height: clamp(job.place.height * 0.96, 0.35, 2.6) }),
};

/** Table with four chairs as one piece. */
function diningSet(job: BuildJob, width: number): Built {
  const { kit, index } = job;
  const isRound = index % 2 === 1;
  const kind = isRound ? 'roundDiningTable' : 'diningTable';
  const table = stand(job, kind, { width: isRound ? Math.min(1.4, width) : width });
  const mesh = new Mesh();
  mesh.append(table.mesh, 0, 0, 0);
  const chair = makePiece(kit, 'diningChair', { variant: index, isPremium: isRound }).mesh;
  for (let i = 0; i < 4; i++) {
    if (isRound) {
      const a = (i / 4) * Math.PI * 2 + Math.PI / 4;
      const reach = Math.min(1.4, width) / 2 + 0.14;
      mesh.append(chair, Math.cos(a) * reach, 0, Math.sin(a) * reach, Math.PI / 2 - a);
    } else {
      const side = i < 2 ? 1 : -1;
      mesh.append(chair, (i % 2 ? 1 : -1) * width * 0.24, 0, side * 0.6, side > 0 ? 0 : Math.PI);
    }
  }
  return { ...table, mesh, z: table.z + 0.4 };
}
