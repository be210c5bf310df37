import { deflateSync, inflateSync } from 'node:zlib';
import type { Size } from '../base/blur.ts';
import type { ToolJob } from '../base/job.ts';
import { floatsOf } from '../base/map-plane.ts';
import { pictureOf } from '../base/picture-file.ts';
import { resamplePlane } from '../base/resample.ts';
import { clamp } from '../base/scalar.ts';
import type { SlotAdapter, SlotUse } from '../models/slots/slot-adapter.ts';
import { keepPart, keptPart } from './reading-file.ts';
import { askSlot, type SlotAnswer } from './slot-of-job.ts';

type PlaneSlot = 'depth' | 'matte';

/**
 * Resolution of kept answers: depth changes slowly, and networks see no more of it than 700 pixels a side; the edges of
 * a matte are those of the picture, and are written with 8 bits.
 */
const keptAs: Record<PlaneSlot, { longestSide: number; steps: number }> = {
  depth: { longestSide: 768, steps: 4095 },
  matte: { longestSide: Number.POSITIVE_INFINITY, steps: 255 },
};

/** More bytes are not kept: a run made again then asks again. A matte of a large picture full of leaves may come here. */
const mostBytes = 4 * 1024 * 1024;

/** Header before the plane, as JSON. */
interface Heading {
  /** Of the picture that was worked on. */
  size: [number, number];
  /** Of what is kept; absent where there was no network, or it found nothing. */
  plane?: [number, number];
  told: SlotAnswer<never>['told'];
}

/**
 * Asks the network in a slot what it says of every pixel, 0–1, and keeps the answer with the task, and that there was
 * none: the same run made again goes by it, whatever is in the slot by then. Where the network could not be used, it is
 * asked again.
 * @param size of the picture worked on, and of the answer
 */
export async function askSlotForPlane<Slot extends PlaneSlot>(
  job: ToolJob,
  slot: Slot,
  imageId: string,
  size: Size,
  work: (adapter: Extract<SlotAdapter, { slot: Slot }>, use: SlotUse) => Promise<Float32Array | undefined>,
): Promise<SlotAnswer<Float32Array>> {
  const { file, reading } = pictureOf(job, imageId);
  const former = reading === undefined ? undefined : await keptPart(reading, slot);
  const known = former && unpackAnswer(former, slot, size);
  if (known) {
    keepPart(job.readings, file, slot, former);
    return known;
  }
  const asked = await askSlot(job, slot, work);
  if (asked.told.facts?.modelFallback !== undefined) return asked;
  const bytes = packAnswer(asked, slot, size);
  if (bytes.length > mostBytes) return asked;
  keepPart(job.readings, file, slot, bytes);
  return unpackAnswer(bytes, slot, size) ?? asked;
}

/** The length of the heading, 4 bytes; the heading; then, deflated, high and low bytes of how much each level rises. */
function packAnswer({ answer, told }: SlotAnswer<Float32Array>, slot: PlaneSlot, size: Size): Buffer {
  const { longestSide, steps } = keptAs[slot];
  const share = Math.min(1, longestSide / Math.max(size.width, size.height));
  const plane = { width: Math.ceil(size.width * share), height: Math.ceil(size.height * share) };
  const heading: Heading = {
    size: [size.width, size.height],
    ...(answer && { plane: [plane.width, plane.height] }),
    told,
  };
  const words = Buffer.from(JSON.stringify(heading), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(words.length);
  if (!answer) return Buffer.concat([length, words]);
  const small = share === 1 ? answer : resamplePlane(answer, size, plane, 'catmullRom');
  const rises = Buffer.alloc(2 * small.length);
  let before = 0;
  for (let i = 0; i < small.length; i++) {
    const level = Math.round(clamp(small[i]!, 0, 1) * steps);
    const rise = (level - before) & 65_535;
    rises[i] = rise >> 8;
    rises[small.length + i] = rise & 255;
    before = level;
  }
  return Buffer.concat([length, words, deflateSync(rises)]);
}

/** Undefined where it is the answer for another size, or cut off. */
function unpackAnswer(bytes: Buffer, slot: PlaneSlot, size: Size): SlotAnswer<Float32Array> | undefined {
  try {
    const start = 4 + bytes.readUInt32LE(0);
    const { size: known, plane, told } = JSON.parse(bytes.subarray(4, start).toString('utf8')) as Heading;
    if (known[0] !== size.width || known[1] !== size.height) return undefined;
    if (!plane) return { told };
    const count = plane[0] * plane[1];
    const rises = inflateSync(bytes.subarray(start), { maxOutputLength: 2 * count });
    if (rises.length !== 2 * count) return undefined;
    const { steps } = keptAs[slot];
    let level = 0;
    const small = floatsOf(rises.subarray(0, count), (high, i) => {
      level = (level + 256 * high + rises[count + i]!) & 65_535;
      return level / steps;
    });
    const from = { width: plane[0], height: plane[1] };
    if (from.width === size.width && from.height === size.height) return { answer: small, told };
    const answer = floatsOf(resamplePlane(small, from, size, 'catmullRom'), (value) => clamp(value, 0, 1));
    return { answer, told };
  } catch {
    return undefined;
  }
}
