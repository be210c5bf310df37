import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { def, shapeOf } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { unsupported } from '#shared/contract/list';
import { ProductError } from '#shared/errors';

/** What a call was sent beside what it takes, by name; only changes of whole records may be sent such. */
export type Beyond = Readonly<Record<string, unknown>>;

const noSuchField = '没有这一项';

/** Whether a call refuses what it does not know: the console's dialect and the control plane do. */
function isStrict({ path, encoding }: Endpoint): boolean {
  return /^\/(api\/admin\/v1|__mock)\//.test(path) && encoding !== 'multipart' && encoding !== 'raw';
}

/**
 * Refuses fields that a call does not know, inner ones by their path: in a query of the console with
 * `query.unsupported`, anywhere else with `request.invalid`.
 * @param fields what was sent, read as the schema asks for; lists of the console check their own
 * @returns what a change of a record was sent beside what can be changed: the record tells whether it is the same
 */
export function refuseUnknown(spec: Endpoint, fields: Readonly<Record<string, unknown>>): Beyond {
  if (!isStrict(spec)) return {};
  const names = unknownFields(spec.input, fields);
  const inner = spec.method === 'PATCH' ? names.filter((name) => !Object.hasOwn(fields, name)) : names;
  const [first] = inner;
  if (first !== undefined) {
    if (spec.method === 'GET' && spec.path.startsWith('/api/')) throw unsupported(first, noSuchField);
    throw unknown(inner);
  }
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/**
 * Refuses what a whole record was sent with that is not as it stands: by name, what cannot be changed and what it does
 * not have.
 */
export function refuseOther(beyond: Beyond, present: Readonly<Record<string, unknown>>): void {
  const other = Object.keys(beyond).filter((name) => !isDeepStrictEqual(beyond[name], present[name]));
  if (other.length === 0) return;
  const fields = other.map((name) => [name, [Object.hasOwn(present, name) ? '这一项不能修改' : noSuchField]]);
  throw new ProductError('request.invalid', { fields: Object.fromEntries(fields) });
}

function unknown(names: readonly string[]): ProductError {
  return new ProductError('request.invalid', {
    fields: Object.fromEntries(names.map((name) => [name, [noSuchField]])),
  });
}

/**
 * Paths of what an input holds and its schema does not know, e.g. `match.stop`. What the schema leaves open is passed
 * over, and what is of the wrong kind: the schema refuses it itself.
 */
export function unknownFields(schema: z.ZodType, input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const inner = unwrapped(schema);
  const { type, element, options, catchall, valueType } = def(inner);
  if (type === 'union') {
    const found = (options ?? [])
      .filter((option) => takes(option, input))
      .map((option) => unknownFields(option, input));
    return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  if (Array.isArray(input)) return type === 'array' && element ? within(Object.entries(input), () => element) : [];
  if (type === 'record') return valueType ? within(Object.entries(input), () => valueType) : [];
  const shape = shapeOf(inner);
  if (!shape) return [];
  const entries = Object.entries(input);
  const others = catchall ? [] : entries.map(([name]) => name).filter((name) => !Object.hasOwn(shape, name));
  return [...others, ...within(entries, (name) => (Object.hasOwn(shape, name) ? shape[name] : undefined))];
}

function within(
  entries: ReadonlyArray<[string, unknown]>,
  schemaOf: (name: string) => z.ZodType | undefined,
): string[] {
  return entries.flatMap(([name, item]) => {
    const schema = schemaOf(name);
    return schema ? unknownFields(schema, item).map((rest) => `${name}.${rest}`) : [];
  });
}

/** Inside of optional ones, defaults and pipes; of what is changed before it is read, what it is read by. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: input, out } = def(schema);
  if (type === 'pipe' && input && out) return unwrapped(def(input).type === 'transform' ? out : input);
  return innerType ? unwrapped(innerType) : schema;
}

const ofObjects: ReadonlySet<string> = new Set(['object', 'record', 'intersection', 'union', 'unknown', 'any', 'lazy']);

/** Whether an option of several is of the kind that came: a list, or an object. */
function takes(option: z.ZodType, input: object): boolean {
  const { type } = def(unwrapped(option));
  return Array.isArray(input) ? type === 'array' : ofObjects.has(type);
}
