import type { z } from 'zod';
import { def, shapeOf } from './coerce.ts';
import type { Contract, Endpoint } from './endpoint.ts';

const secrets = new WeakSet<z.ZodType>();

/** Marks a field as a credential (password, code, ticket, link). Logs, journals and logged URLs redact its value. */
export function secret<S extends z.ZodType>(field: S): S {
  secrets.add(field);
  return field;
}

export function isSecret(field: z.ZodType): boolean {
  if (secrets.has(field)) return true;
  const { innerType, in: input, out } = def(field);
  return [innerType, input, out].some((part) => part !== undefined && isSecret(part));
}

const secretsIn = (schema: z.ZodType) =>
  Object.entries(shapeOf(schema) ?? {}).flatMap(([name, field]) => (isSecret(field) ? [name] : []));

/** Returns the names of all secret fields in the inputs and path parameters of a contract, sorted. */
export function secretNames(contract: Contract): string[] {
  const names = Object.values(contract).flatMap(({ params, input }) => [...secretsIn(params), ...secretsIn(input)]);
  return [...new Set(names)].sort();
}

/** Returns the path prefixes before secret path parameters, sorted; earlier parameters stay as `:name`. */
export function secretPaths(contract: Contract): string[] {
  const beginnings = Object.values<Endpoint>(contract).flatMap(({ path, params }) =>
    secretsIn(params).map((name) => path.slice(0, path.indexOf(`:${name}`))),
  );
  return [...new Set(beginnings)].sort();
}
