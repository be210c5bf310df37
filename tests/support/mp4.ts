/** Facts of an MP4 file's boxes (ISO/IEC 14496-12), as a player reads them before it decodes anything. */
export interface Mp4Facts {
  /** Types of the outermost boxes, in order. */
  boxes: string[];
  brand: string;
  /** Length by the movie header. */
  durationMs: number;
  /** Frames by the sample sizes. */
  frames: number;
  /** Milliseconds of every frame, when all are equally long. */
  frameMs: number | undefined;
  /** Numbers of the frames that need no other, from 1. */
  keyFrames: number[];
  width: number;
  height: number;
  /** Colour description, e.g. `nclx 1 1 1 limited`; absent when the file does not tell. */
  colour: string | undefined;
  /** Every frame's bytes, as the chunk offsets and sizes find them. */
  samples: Buffer[];
}

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/** Reads a file with one video track. Throws when a box is missing or damaged. */
export function readMp4(file: Buffer): Mp4Facts {
  const boxes = new Map<string, Buffer>();
  const outermost: string[] = [];
  collect(file, 0);

  function collect(bytes: Buffer, depth: number): void {
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.readUInt32BE(at);
      const type = bytes.toString('latin1', at + 4, at + 8);
      if (length < 8 || at + length > bytes.length) throw new Error(`damaged box ${type} at ${at}`);
      const body = bytes.subarray(at + 8, at + length);
      if (depth === 0) outermost.push(type);
      boxes.set(type, body);
      if (containers.has(type)) collect(body, depth + 1);
      at += length;
    }
  }

  function box(type: string): Buffer {
    const found = boxes.get(type);
    if (!found) throw new Error(`no ${type} box`);
    return found;
  }

  const movie = box('mvhd');
  const media = box('mdhd');
  const description = box('stsd').subarray(8);
  if (description.toString('latin1', 4, 8) !== 'avc1') throw new Error('no avc1 sample description');
  const colourAt = description.indexOf('colr');
  const sizes = entries(box('stsz'), 8, 4).map(([size]) => size!);
  const timing = entries(box('stts'), 4, 8);
  return {
    boxes: outermost,
    brand: box('ftyp').toString('latin1', 0, 4),
    durationMs: (movie.readUInt32BE(16) * 1000) / movie.readUInt32BE(12),
    frames: sizes.length,
    frameMs: timing.length === 1 ? (timing[0]![1]! * 1000) / media.readUInt32BE(12) : undefined,
    keyFrames: entries(box('stss'), 4, 4).map(([frame]) => frame!),
    width: description.readUInt16BE(32),
    height: description.readUInt16BE(34),
    colour: colourAt < 0 ? undefined : colourOf(description.subarray(colourAt + 4)),
    samples: samplesOf(file, sizes, entries(box('stsc'), 4, 12), entries(box('stco'), 4, 4)),
  };
}

/** A table's rows of 32-bit numbers. `countAt` is where its number of rows stands. */
function entries(body: Buffer, countAt: number, rowLength: number): number[][] {
  return Array.from({ length: body.readUInt32BE(countAt) }, (_, row) =>
    Array.from({ length: rowLength / 4 }, (__, column) =>
      body.readUInt32BE(countAt + 4 + row * rowLength + column * 4),
    ),
  );
}

function colourOf(body: Buffer): string {
  const [primaries, transfer, matrix] = [4, 6, 8].map((at) => body.readUInt16BE(at));
  const range = (body[10]! & 128) === 0 ? 'limited' : 'full';
  return `${body.toString('latin1', 0, 4)} ${primaries} ${transfer} ${matrix} ${range}`;
}

function samplesOf(file: Buffer, sizes: number[], runs: number[][], offsets: number[][]): Buffer[] {
  const samples: Buffer[] = [];
  offsets.forEach(([offset], chunk) => {
    const run = runs.findLast(([first]) => first! <= chunk + 1);
    let at = offset!;
    for (let count = run![1]!; count > 0; count--) {
      const size = sizes[samples.length]!;
      samples.push(file.subarray(at, at + size));
      at += size;
    }
  });
  return samples;
}
