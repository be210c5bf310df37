import type { z } from 'zod';

/**
 * Form bodies and queries carry only text. This turns text into what the schema asks for, field by field: numbers,
 * booleans (`true`, `false`, `1`, `0`), `null` where any text is not taken, and JSON for objects and arrays
 * (docs/RULES.md R4).
 * Values that cannot be read stay unchanged, so that the schema refuses them with its own sentence.
 */
export function coerceText(schema: z.ZodType, fields: Record<string, unknown>): Record<string, unknown> {
  const shape = shapeOf(schema);
  if (!shape) return fields;
  const read = Object.entries(fields).map(([name, value]): [string, unknown] => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return [name, field ? coerceValue(field, value) : value];
  });
  return Object.fromEntries(read);
}

interface Def {
  type: string;
  /** Format of a number schema; `safeint` for integers. */
  format?: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  catchall?: z.ZodType;
  options?: z.ZodType[];
  left?: z.ZodType;
  right?: z.ZodType;
  values?: unknown[];
}

/** Definition that Zod keeps of a schema. */
export const def = (schema: z.ZodType): Def => (schema as unknown as { def: Def }).def;

/** The fields of an object, an optional one and an intersection of several too. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const inner = unwrap(schema);
  const { type, shape, left, right } = def(inner);
  if (type === 'object') return shape;
  if (type === 'intersection' && left && right) return { ...shapeOf(left), ...shapeOf(right) };
  return undefined;
}

/** The schema inside of optional ones, defaults and pipes. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: input } = def(schema);
  if (type === 'pipe' && input) return unwrap(input);
  return innerType ? unwrap(innerType) : schema;
}

function coerceValue(schema: z.ZodType, value: unknown): unknown {
  const isNull = value === 'null' && !schema.safeParse(value).success && schema.safeParse(null).success;
  return isNull ? null : coerceInner(unwrap(schema), value);
}

function coerceInner(inner: z.ZodType, value: unknown): unknown {
  const { type, element, options, values, format } = def(inner);
  if (type === 'array') return coerceList(element, value);
  if (typeof value !== 'string') return value;
  if (type === 'number') return format === 'safeint' ? readInteger(value) : readNumber(value);
  if (type === 'boolean') return readBoolean(value);
  if (type === 'literal' && values?.every((literal) => typeof literal === 'number'))
    return values.every(Number.isInteger) ? readInteger(value) : readNumber(value);
  if (type === 'object' || type === 'record' || type === 'unknown' || type === 'any') return readJson(value);
  if (type === 'union' && options) {
    for (const option of options) {
      const read = coerceValue(option, value);
      if (option.safeParse(read).success) return read;
    }
  }
  return value;
}

function coerceList(element: z.ZodType | undefined, value: unknown): unknown {
  const list = typeof value === 'string' && value.trimStart().startsWith('[') ? readJson(value) : value;
  const values = Array.isArray(list) ? list : [list];
  return element ? values.map((item) => coerceValue(element, item)) : values;
}

/**
 * A number as JSON writes it, but with negative exponents only (`String(1e-7)` is `1e-7`): no hexadecimal, blanks, plus
 * sign or leading zeros.
 */
const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?(e-\d+)?$/;
/** An integer as JSON writes it; not `01`, `1.0`, `1e1` or `-0`. */
const plainInteger = /^(0|-?[1-9]\d*)$/;

function readNumber(text: string): unknown {
  return plainNumber.test(text) ? Number(text) : text;
}

/** Parses an integer; a fraction too, so that the schema says what is wrong with it. Returns any other text unchanged. */
export function readInteger(text: string): unknown {
  const number = readNumber(text);
  return plainInteger.test(text) || !Number.isInteger(number) ? number : text;
}

function readBoolean(text: string): unknown {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return text;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
