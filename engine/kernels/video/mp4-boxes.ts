/**
 * Tidies the MP4 file that libmp4v2 writes (ISO/IEC 14496-12): the index goes in front of the pictures, so that a
 * player starts before it has the whole file; the key frames are listed (libmp4v2 writes no list, which means that all
 * frames are, and players then seek to frames they cannot decode); the colour matrix is written (BT.709, limited
 * range), so that no player guesses it from the size; the times of writing become 0, so that the same frames give the
 * same bytes.
 */

/** A `colr` box: nclx, primaries 1, transfer 1, matrix 1 (all BT.709), limited range. */
const colourBox = Uint8Array.of(0, 0, 0, 19, 99, 111, 108, 114, 110, 99, 108, 120, 0, 1, 0, 1, 0, 1, 0);

/** Way from the movie to the tables of its only track. */
const toTable = ['trak', 'mdia', 'minf', 'stbl'] as const;

/** Bytes of a container in front of its boxes. */
const bodyAfter: Readonly<Record<string, number>> = { stsd: 16, avc1: 86 };

interface Box {
  type: string;
  /** Byte of its first size byte. */
  start: number;
  end: number;
}

/**
 * @param file one video track, 32-bit box sizes and chunk offsets
 * @returns a new file
 */
export function tidyMp4(file: Uint8Array): Uint8Array {
  const view = viewOf(file);
  const top = boxesIn(view, 0, file.length);
  const [brand, index, pictures] = [find(top, 'ftyp'), find(top, 'moov'), find(top, 'mdat')];
  const plain = file.subarray(index.start, index.end);
  const coloured = append(plain, [...toTable, 'stsd', 'avc1'], colourBox);
  const moov = append(
    coloured,
    toTable,
    keyFrameBox(viewOf(plain), viewOf(file.subarray(pictures.start, pictures.end))),
  );
  const moovView = viewOf(moov);
  forgetTimes(moovView);
  const brandLength = brand.end - brand.start;
  const shift = brandLength + moov.length - pictures.start;
  const offsets = descend(moovView, [...toTable, 'stco']).at(-1)!;
  const count = moovView.getUint32(offsets.start + 12);
  for (let at = 0; at < count; at++) {
    const place = offsets.start + 16 + at * 4;
    moovView.setUint32(place, moovView.getUint32(place) + shift);
  }
  const tidy = new Uint8Array(brandLength + moov.length + pictures.end - pictures.start);
  tidy.set(file.subarray(brand.start, brand.end));
  tidy.set(moov, brandLength);
  tidy.set(file.subarray(pictures.start, pictures.end), brandLength + moov.length);
  return tidy;
}

/** Puts a box at the end of the container that `path` leads to. */
function append(moov: Uint8Array, path: readonly string[], box: Uint8Array): Uint8Array {
  const containers = descend(viewOf(moov), path);
  const place = containers.at(-1)!.end;
  const longer = new Uint8Array(moov.length + box.length);
  longer.set(moov.subarray(0, place));
  longer.set(box, place);
  longer.set(moov.subarray(place), place + box.length);
  const view = viewOf(longer);
  for (const start of [0, ...containers.map((container) => container.start)]) {
    view.setUint32(start, view.getUint32(start) + box.length);
  }
  return longer;
}

/** An `stss` box: the numbers, from 1, of the frames that need no other. Frames follow each other without gaps. */
function keyFrameBox(moov: DataView, pictures: DataView): Uint8Array {
  const sizes = descend(moov, [...toTable, 'stsz']).at(-1)!.start;
  const uniform = moov.getUint32(sizes + 12);
  const keys: number[] = [];
  for (let frame = 0, place = 8; frame < moov.getUint32(sizes + 16); frame++) {
    const end = place + (uniform || moov.getUint32(sizes + 20 + frame * 4));
    // A frame is a row of units, each behind its 32-bit length; type 5 is a slice of a key frame (H.264 §7.4.1).
    let isKey = false;
    for (; place < end; place += 4 + pictures.getUint32(place)) isKey ||= (pictures.getUint8(place + 4) & 31) === 5;
    if (place !== end) throw new Error('the encoder wrote an MP4 file with gaps');
    if (isKey) keys.push(frame + 1);
  }
  const box = new Uint8Array(16 + keys.length * 4);
  const view = viewOf(box);
  view.setUint32(0, box.length);
  box.set([115, 116, 115, 115], 4);
  view.setUint32(12, keys.length);
  for (const [at, key] of keys.entries()) view.setUint32(16 + at * 4, key);
  return box;
}

/** Creation and modification times, both 32-bit in version 0 of these boxes. */
function forgetTimes(moov: DataView): void {
  for (const path of [['mvhd'], ['trak', 'tkhd'], ['trak', 'mdia', 'mdhd']]) {
    const { start } = descend(moov, path).at(-1)!;
    moov.setUint32(start + 12, 0);
    moov.setUint32(start + 16, 0);
  }
}

/** The boxes along a path of types that starts inside `moov`. */
function descend(moov: DataView, types: readonly string[]): Box[] {
  const path: Box[] = [{ type: 'moov', start: 0, end: moov.byteLength }];
  for (const type of types) {
    const { type: parent, start, end } = path.at(-1)!;
    path.push(find(boxesIn(moov, start + (bodyAfter[parent] ?? 8), end), type));
  }
  return path.slice(1);
}

function boxesIn(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start + 8 <= to; ) {
    const length = view.getUint32(start);
    if (length < 8 || start + length > to) throw new Error('the encoder wrote a damaged MP4 file');
    const type = String.fromCharCode(...[4, 5, 6, 7].map((at) => view.getUint8(start + at)));
    boxes.push({ type, start, end: start + length });
    start += length;
  }
  return boxes;
}

function find(boxes: readonly Box[], type: string): Box {
  const box = boxes.find((candidate) => candidate.type === type);
  if (!box) throw new Error(`the encoder wrote an MP4 file without ${type}`);
  return box;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
