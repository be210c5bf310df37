import { type FileHandle, open } from 'node:fs/promises';
import type { ModelShape, TensorShape } from '../../base/models.ts';

/** Facts of an ONNX file that are read without loading it. */
export interface OnnxHeader {
  shape: ModelShape;
  /** Names of files that hold its weights; they lie beside it. */
  externalFiles: readonly string[];
}

/** The file ends in the middle, or is no ONNX file. */
export class BrokenHeader extends Error {
  override readonly name = 'BrokenHeader';
}

/**
 * Inputs, outputs and external files of a model, read without its weights (onnx/onnx, onnx.proto3: ModelProto 7 graph, 8 opset_import;
 * GraphProto 5 initializer, 11 input, 12 output). Blocks are stepped over, so that a file of 200 MB takes a few reads.
 *
 * @throws BrokenHeader
 */
export async function readOnnxHeader(file: string): Promise<OnnxHeader> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const reader = createReader(handle, size);
    const graph: Graph = { inputs: [], outputs: [], initialisers: new Set(), external: new Set(), count: 0 };
    let opsets = 0;
    await eachField(reader, size, async (field, end) => {
      // Stands behind the graph: a file that was cut off between the two has none.
      if (field === 8) opsets++;
      if (field !== 7) return;
      graph.count++;
      await readGraph(reader, end, graph);
    });
    if (graph.count !== 1 || graph.outputs.length === 0 || opsets === 0) throw new BrokenHeader('there is no graph');
    const inputs = graph.inputs.filter(({ name }) => !graph.initialisers.has(name));
    return { shape: { inputs, outputs: graph.outputs }, externalFiles: [...graph.external] };
  } finally {
    await handle.close();
  }
}

interface Graph {
  inputs: TensorShape[];
  outputs: TensorShape[];
  initialisers: Set<string>;
  external: Set<string>;
  count: number;
}

interface Reader {
  at: number;
  /** Throws BrokenHeader past the end. */
  varint(): Promise<number>;
  bytes(length: number): Promise<Buffer>;
}

const blockBytes = 65_536;
/** Longest name or description that is read, bytes. */
const longestRead = 1 << 20;

function createReader(handle: FileHandle, size: number): Reader {
  let block = Buffer.alloc(0);
  let blockStart = 0;

  async function need(length: number): Promise<number> {
    if (reader.at + length > size) throw new BrokenHeader('the file is cut off');
    const from = reader.at - blockStart;
    if (from >= 0 && from + length <= block.length) return from;
    block = Buffer.alloc(Math.max(length, Math.min(blockBytes, size - reader.at)));
    blockStart = reader.at;
    const { bytesRead } = await handle.read(block, 0, block.length, blockStart);
    if (bytesRead < length) throw new BrokenHeader('the file is cut off');
    return 0;
  }

  const reader: Reader = {
    at: 0,
    async varint() {
      let value = 0;
      for (let shift = 0; shift < 64; shift += 7) {
        const from = await need(1);
        const byte = block[from]!;
        reader.at++;
        value += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80) return value;
      }
      throw new BrokenHeader('a number is too long');
    },
    async bytes(length) {
      if (length > longestRead) throw new BrokenHeader('a name is too long');
      const from = await need(length);
      reader.at += length;
      return block.subarray(from, from + length);
    },
  };
  return reader;
}

/** Visits every block and number of a message; `number` is given for those that are a varint, `end` for blocks. */
async function eachField(
  reader: Reader,
  end: number,
  visit: (field: number, end: number, number?: number) => Promise<void> | void,
): Promise<void> {
  while (reader.at < end) {
    const tag = await reader.varint();
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (field === 0) throw new BrokenHeader('a field has no number');
    if (wire === 0) {
      const number = await reader.varint();
      await visit(field, reader.at, number);
    } else if (wire === 2) {
      const length = await reader.varint();
      const blockEnd = reader.at + length;
      if (blockEnd > end) throw new BrokenHeader('the file is cut off');
      await visit(field, blockEnd);
      reader.at = blockEnd;
    } else if (wire === 1) reader.at += 8;
    else if (wire === 5) reader.at += 4;
    else throw new BrokenHeader('a field is of no known kind');
  }
  if (reader.at !== end) throw new BrokenHeader('the file is cut off');
}

const textTo = async (reader: Reader, end: number) => (await reader.bytes(end - reader.at)).toString();

function readGraph(reader: Reader, end: number, graph: Graph): Promise<void> {
  return eachField(reader, end, async (field, blockEnd) => {
    if (field === 5) await readInitialiser(reader, blockEnd, graph);
    else if (field === 11) graph.inputs.push(await readValue(reader, blockEnd));
    else if (field === 12) graph.outputs.push(await readValue(reader, blockEnd));
  });
}

/** TensorProto: 8 name, 13 external_data. */
function readInitialiser(reader: Reader, end: number, graph: Graph): Promise<void> {
  return eachField(reader, end, async (field, blockEnd) => {
    if (field === 8) graph.initialisers.add(await textTo(reader, blockEnd));
    if (field !== 13) return;
    const entry: string[] = [];
    await eachField(reader, blockEnd, async (part, partEnd) => {
      if (part === 1 || part === 2) entry[part] = await textTo(reader, partEnd);
    });
    if (entry[1] === 'location' && entry[2]) graph.external.add(entry[2]);
  });
}

/** TensorProto.DataType as the runtime names it. */
const typeNames: Readonly<Record<number, string>> = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  6: 'int32',
  7: 'int64',
  9: 'bool',
  10: 'float16',
  11: 'float64',
};

/** ValueInfoProto: 1 name, 2 type; TypeProto: 1 tensor_type; Tensor: 1 elem_type, 2 shape. */
async function readValue(reader: Reader, end: number): Promise<TensorShape> {
  let name = '';
  let type = 'none';
  const dims: Array<number | string> = [];
  await eachField(reader, end, async (field, blockEnd) => {
    if (field === 1) name = await textTo(reader, blockEnd);
    if (field !== 2) return;
    await eachField(reader, blockEnd, async (kind, kindEnd) => {
      if (kind !== 1) return;
      await eachField(reader, kindEnd, async (part, partEnd, number) => {
        if (part === 1 && number !== undefined) type = typeNames[number] ?? 'none';
        if (part === 2 && number === undefined) await readDims(reader, partEnd, dims);
      });
    });
  });
  return { name, type, dims };
}

/** TensorShapeProto: 1 dim; Dimension: 1 dim_value, 2 dim_param. */
function readDims(reader: Reader, end: number, dims: Array<number | string>): Promise<void> {
  return eachField(reader, end, async (field, dimEnd) => {
    if (field !== 1) return;
    let dim: number | string = -1;
    await eachField(reader, dimEnd, async (part, partEnd, number) => {
      if (part === 1 && number !== undefined) dim = number;
      if (part === 2) dim = await textTo(reader, partEnd);
    });
    dims.push(dim);
  });
}
