import { z } from 'zod';

export type Json = Record<string, unknown>;

/** A schema of the contract as OpenAPI 3.1 has it. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  return rest;
}

/** A recursive schema refers to parts of itself by `#/$defs/…`, which in a whole document must be a component. */
export function hoistDefinitions(operationId: string, operation: Json, schemas: Json): Json {
  const nameOf = (part: string) => `${operationId}_${part.replace(/^_+/, '')}`;
  return JSON.parse(JSON.stringify(operation), (key, value) => {
    if (key === '$ref')
      return String(value).replace(/^#\/\$defs\/(.+)$/, (_ref, part: string) => `#/components/schemas/${nameOf(part)}`);
    if (typeof value !== 'object' || value === null || !('$defs' in value)) return value;
    const { $defs, ...rest } = value as Json & { $defs: Json };
    for (const [part, schema] of Object.entries($defs)) schemas[nameOf(part)] = schema;
    return rest;
  });
}
