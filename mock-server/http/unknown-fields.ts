import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { def, shapeOf } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { unsupported } from '#shared/contract/list';
import { manageContract } from '#shared/contract/staff';
import { ProductError } from '#shared/errors';

/** Fields of a request that its schema does not know, by name. Only a change of a record may contain such fields. */
export type Beyond = Readonly<Record<string, unknown>>;

const noSuchField = '没有这一项';

/**
 * True when an endpoint refuses unknown fields: those of the console and of the control plane do, and what staff write
 * by the documented account calls.
 */
function isStrict({ path, method, access, encoding }: Endpoint): boolean {
  const isOfAccounts = access === 'staff' && method !== 'GET' && path.startsWith('/api/user/manage/');
  const isOfConsole = /^\/(api\/admin\/v1|__mock)\//.test(path);
  return (isOfConsole || isOfAccounts) && encoding !== 'multipart' && encoding !== 'raw';
}

/** True when an endpoint changes some fields of a record: the PATCHes of the console and the documented update. */
export function isChangeOfRecord({ method, path }: Endpoint): boolean {
  return method === 'PATCH' || (method === 'POST' && path === manageContract.updateAccount.path);
}

/**
 * Refuses unknown fields: throws `query.unsupported` for a query of the console, else `request.invalid` with the paths
 * of the fields. A change of a record may contain unknown top-level fields.
 * @param fields the request's fields after decoding; list endpoints of the console check their own query
 * @returns the unknown top-level fields of such a change, to be compared with the record by {@link refuseOther}
 */
export function refuseUnknown(spec: Endpoint, fields: Readonly<Record<string, unknown>>): Beyond {
  if (!isStrict(spec)) return {};
  const names = unknownFields(spec.input, fields);
  const inner = isChangeOfRecord(spec) ? names.filter((name) => !Object.hasOwn(fields, name)) : names;
  const [first] = inner;
  if (first !== undefined) {
    if (spec.method === 'GET' && spec.path.startsWith('/api/')) throw unsupported(first, noSuchField);
    throw unknown(inner);
  }
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/**
 * Refuses every field in the query of a call that takes its input from the body, where the call refuses unknown fields:
 * `query.unsupported` for the console, else `request.invalid`.
 */
export function refuseQuery(spec: Endpoint, query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query);
  const [first] = names;
  if (first === undefined || spec.method === 'GET' || !isStrict(spec)) return;
  if (spec.path.startsWith('/api/admin/v1/')) throw unsupported(first, noSuchField);
  throw unknown(names);
}

/**
 * Refuses unknown fields whose value differs from the present record, unless the request is of an older version of it,
 * which the change itself refuses with the present record. Throws `request.invalid`, which names fields that
 * cannot be changed and fields that the record does not have.
 * @param version the version that the request names
 */
export function refuseOther(beyond: Beyond, present: Readonly<Record<string, unknown>>, version?: unknown): void {
  if (version !== undefined && 'version' in present && version !== present.version) return;
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
 * Returns the paths of an input's fields that its schema does not know, e.g. `match.stop`. Skips parts that the schema
 * leaves open, and values of the wrong type, which the schema itself refuses.
 */
export function unknownFields(schema: z.ZodType, input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const inner = unwrapped(schema);
  const { type, element, options, catchall, valueType } = def(inner);
  if (type === 'union') {
    const found = (options ?? [])
      .filter((option) => acceptsType(option, input))
      .map((option) => unknownFields(option, input));
    return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  if (Array.isArray(input)) return type === 'array' && element ? within(Object.entries(input), () => element) : [];
  if (type === 'record') return valueType ? [...dropped(input), ...within(Object.entries(input), () => valueType)] : [];
  const shape = shapeOf(inner);
  if (!shape) return [];
  const entries = Object.entries(input);
  const others = catchall ? [] : entries.map(([name]) => name).filter((name) => !Object.hasOwn(shape, name));
  return [...others, ...within(entries, (name) => (Object.hasOwn(shape, name) ? shape[name] : undefined))];
}

/** A key that parsing leaves out of a record, whatever its schema says of keys. */
const dropped = (input: object): string[] => (Object.hasOwn(input, '__proto__') ? ['__proto__'] : []);

function within(
  entries: ReadonlyArray<[string, unknown]>,
  schemaOf: (name: string) => z.ZodType | undefined,
): string[] {
  return entries.flatMap(([name, item]) => {
    const schema = schemaOf(name);
    return schema ? unknownFields(schema, item).map((rest) => `${name}.${rest}`) : [];
  });
}

/** Unwraps optional, default and pipe schemas. Of a pipe that begins with a transform, returns the schema behind it. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: input, out } = def(schema);
  if (type === 'pipe' && input && out) return unwrapped(def(input).type === 'transform' ? out : input);
  return innerType ? unwrapped(innerType) : schema;
}

const ofObjects: ReadonlySet<string> = new Set(['object', 'record', 'intersection', 'union', 'unknown', 'any', 'lazy']);

/** True when a union option accepts the type of the input: an array, or an object. */
function acceptsType(option: z.ZodType, input: object): boolean {
  const { type } = def(unwrapped(option));
  return Array.isArray(input) ? type === 'array' : ofObjects.has(type);
}
