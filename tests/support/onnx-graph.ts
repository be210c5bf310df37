/**
 * Writes tiny ONNX files, so that what runs networks can be tested without weights: a protobuf writer for the few
 * messages of `onnx.proto` (onnx/onnx) that a graph needs. IR version 8, operator set 17.
 */

export type OnnxType = keyof typeof elementTypes;

/** `TensorProto.DataType`. */
const elementTypes = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9, float16: 10 } as const;

/** An input or an output; a dimension is a number where it is fixed and a name where any size goes. */
export interface OnnxValue {
  name: string;
  type: OnnxType;
  dims: ReadonlyArray<number | string>;
}

/** A whole number is written as an integer attribute, `{ float }` as a float; lists hold whole numbers. */
export type OnnxAttribute = number | { float: number } | string | readonly number[] | OnnxTensor;

export interface OnnxNode {
  /** Name of the operator, e.g. `Mul`. */
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, OnnxAttribute>>;
}

/** A constant. */
export interface OnnxTensor {
  name: string;
  type: OnnxType;
  dims: readonly number[];
  /** float16 takes the 16 bits of each value; bool 0 or 1. */
  values: readonly number[];
  /** Name of the file beside the model that would hold the values; they are then not written. */
  external?: string;
}

export interface OnnxGraph {
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
  nodes: readonly OnnxNode[];
  initialisers?: readonly OnnxTensor[];
  /** Version of the operator set; 17 when absent. */
  opset?: number;
  /** `metadata_props` of the file. */
  metadata?: Readonly<Record<string, string>>;
}

/** The bytes of an ONNX file that computes this graph. */
export function onnxFile({ inputs, outputs, nodes, initialisers = [], opset = 17, metadata = {} }: OnnxGraph) {
  const graph = message(
    ...nodes.map((node) => field(1, nodeMessage(node))),
    field(2, text('tiny')),
    ...initialisers.map((tensor) => field(5, tensorMessage(tensor))),
    ...inputs.map((value) => field(11, valueMessage(value))),
    ...outputs.map((value) => field(12, valueMessage(value))),
  );
  return message(
    number(1, 8),
    field(2, text('tests')),
    field(7, graph),
    field(8, message(field(1, text('')), number(2, opset))),
    ...Object.entries(metadata).map(([key, value]) => field(14, message(field(1, text(key)), field(2, text(value))))),
  );
}

/** A constant of floats; one value without dims is a scalar. */
export function floats(name: string, values: readonly number[], dims: readonly number[] = []): OnnxTensor {
  return { name, type: 'float32', dims, values };
}

/** A constant of 64-bit integers, as shapes and axes are; a list unless `dims` says otherwise. */
export function longs(name: string, values: readonly number[], dims: readonly number[] = [values.length]): OnnxTensor {
  return { name, type: 'int64', dims, values };
}

/** A node in a line: `node('Mul', ['a', 'b'], 'product')`. */
export function node(
  op: string,
  inputs: readonly string[],
  output: string | readonly string[],
  attributes?: OnnxNode['attributes'],
): OnnxNode {
  return { op, inputs, outputs: typeof output === 'string' ? [output] : output, ...(attributes && { attributes }) };
}

function nodeMessage({ op, inputs, outputs, attributes = {} }: OnnxNode) {
  return message(
    ...inputs.map((name) => field(1, text(name))),
    ...outputs.map((name) => field(2, text(name))),
    field(4, text(op)),
    ...Object.entries(attributes).map(([name, value]) =>
      field(5, message(field(1, text(name)), attributeMessage(value))),
    ),
  );
}

/** The value of an attribute and its `AttributeType`. */
function attributeMessage(value: OnnxAttribute) {
  if (typeof value === 'number') return message(number(3, value), number(20, 2));
  if (typeof value === 'string') return message(field(4, text(value)), number(20, 3));
  if (Array.isArray(value)) return message(...value.map((item: number) => number(8, item)), number(20, 7));
  if ('float' in value) return message(key(2, 5), new Uint8Array(Float32Array.of(value.float).buffer), number(20, 1));
  return message(field(5, tensorMessage(value as OnnxTensor)), number(20, 4));
}

function tensorMessage({ name, type, dims, values, external }: OnnxTensor) {
  const place = external
    ? [field(13, message(field(1, text('location')), field(2, text(external)))), number(14, 1)]
    : [field(9, rawData(type, values))];
  return message(...dims.map((size) => number(1, size)), number(2, elementTypes[type]), field(8, text(name)), ...place);
}

function valueMessage({ name, type, dims }: OnnxValue) {
  const shape = dims.map((size) =>
    field(1, typeof size === 'number' ? message(number(1, size)) : message(field(2, text(size)))),
  );
  const tensorType = message(number(1, elementTypes[type]), field(2, message(...shape)));
  return message(field(1, text(name)), field(2, message(field(1, tensorType))));
}

/** Values as they lie in memory; every machine we run on is little-endian, as the format is. */
function rawData(type: OnnxType, values: readonly number[]) {
  if (type === 'float32') return new Uint8Array(Float32Array.from(values).buffer);
  if (type === 'int32') return new Uint8Array(Int32Array.from(values).buffer);
  if (type === 'int64') return new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer);
  if (type === 'float16') return new Uint8Array(Uint16Array.from(values).buffer);
  return Uint8Array.from(values);
}

const text = (words: string) => new TextEncoder().encode(words);

function message(...parts: readonly Uint8Array[]) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const key = (place: number, wire: number) => varint(place * 8 + wire);

const field = (place: number, bytes: Uint8Array) => message(key(place, 2), varint(bytes.length), bytes);

const number = (place: number, value: number) => message(key(place, 0), varint(value));

/** Seven bits a byte, lowest first; a negative number as the 64 bits of its two's complement. */
function varint(value: number) {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
