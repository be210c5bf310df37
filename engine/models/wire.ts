import { type ModelShape, type ModelTrouble, ModelUnavailable, type TensorData, type Tensors } from '../base/models.ts';

/**
 * Protocol between the process that runs networks and its clients, over a local socket. A frame is two unsigned 32-bit
 * little-endian numbers (bytes of the head, bytes of the body), a JSON head, and a body that holds the tensors' values
 * one after the other, each beginning at a multiple of 8.
 */
export type Ask =
  // `key` identifies a request across processes: it stays the same when the request is sent again.
  | { kind: 'hello'; token: string }
  | { kind: 'describe'; id: number; key: string; file: string }
  | { kind: 'run'; id: number; key: string; file: string; outputs?: readonly string[]; tensors: readonly TensorHead[] }
  | { kind: 'abort'; id: number };

export type ModelReply =
  | { kind: 'shape'; id: number; shape: ModelShape }
  | { kind: 'result'; id: number; tensors: readonly TensorHead[] }
  | { kind: 'failure'; id: number; trouble: ModelTrouble; sentence: string }
  /** The process ends in order; what is still asked is to be asked anew over a new connection. */
  | { kind: 'bye' };

/** A tensor without its values. */
export interface TensorHead {
  name: string;
  type: 'float32' | 'uint8' | 'int32' | 'int64';
  dims: readonly number[];
  /** Bytes its values take in the body. */
  bytes: number;
}

/** A frame as it was read. */
export interface Frame<Head> {
  head: Head;
  body: ArrayBuffer;
}

/** Longest head, bytes. */
const mostHead = 1 << 20;
/** Longest body, bytes: a picture of 4096² as three planes of floats is 201 MB. */
const mostBody = 1 << 30;
const prefixBytes = 8;
const alignment = 8;

const types = { float32: Float32Array, uint8: Uint8Array, int32: Int32Array, int64: BigInt64Array } as const;

const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

function typeOf(data: TensorData): TensorHead['type'] {
  if (data instanceof Float32Array) return 'float32';
  if (data instanceof Uint8Array) return 'uint8';
  return data instanceof Int32Array ? 'int32' : 'int64';
}

export function headsOf(tensors: Tensors): TensorHead[] {
  return Object.entries(tensors).map(([name, { data, dims }]) => {
    return { name, type: typeOf(data), dims, bytes: data.byteLength };
  });
}

/**
 * A frame as pieces to be written one after the other; the values are not copied.
 * @throws ModelUnavailable when it is longer than a frame may be
 */
export function frameOf(head: Ask | ModelReply, tensors: Tensors = {}): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(head));
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const { data } of Object.values(tensors)) {
    const gap = aligned(data.byteLength) - data.byteLength;
    pieces.push(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    if (gap > 0) pieces.push(new Uint8Array(gap));
    length += data.byteLength + gap;
  }
  if (length > mostBody || text.length > mostHead) {
    throw new ModelUnavailable('too large', '这张图片对模型来说太大。');
  }
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(text.length, 0);
  prefix.writeUInt32LE(length, 4);
  return [prefix, text, ...pieces];
}

/**
 * The tensors of a frame; views on its body.
 * @throws RangeError when the body is shorter than its heads say
 */
export function tensorsOf(heads: readonly TensorHead[], body: ArrayBuffer): Tensors {
  let at = 0;
  return Object.fromEntries(
    heads.map(({ name, type, dims, bytes }) => {
      const kind = types[type];
      const data = new kind(body, at, bytes / kind.BYTES_PER_ELEMENT);
      at += aligned(bytes);
      return [name, { data, dims }];
    }),
  );
}

/**
 * Puts what arrives together to frames.
 * @returns takes a piece of the stream; throws RangeError for one that is no frame of ours
 */
export function frameReader<Head>(onFrame: (frame: Frame<Head>) => void): (chunk: Uint8Array) => void {
  const prefix = new Uint8Array(prefixBytes);
  let lengths: { head: number; body: number } | undefined;
  let target: Uint8Array = prefix;
  let head: Head | undefined;
  let filled = 0;

  /** Called when the current piece is complete; sets up the next one: prefix, head, body. */
  function next(): void {
    if (!lengths) {
      const view = new DataView(prefix.buffer);
      lengths = { head: view.getUint32(0, true), body: view.getUint32(4, true) };
      if (lengths.head > mostHead || lengths.body > mostBody) throw new RangeError('a frame is too long');
      target = new Uint8Array(lengths.head);
    } else if (head === undefined) {
      head = JSON.parse(Buffer.from(target).toString()) as Head;
      target = new Uint8Array(lengths.body);
    } else {
      const frame = { head, body: target.buffer as ArrayBuffer };
      lengths = undefined;
      head = undefined;
      target = prefix;
      onFrame(frame);
    }
    filled = 0;
  }

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      const taken = Math.min(chunk.length - at, target.length - filled);
      target.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      // Empty bodies are whole at once.
      while (filled === target.length) {
        next();
        if (target === prefix) break;
      }
    }
  };
}
