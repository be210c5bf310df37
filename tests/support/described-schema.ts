import { z } from 'zod';

type Json = Record<string, unknown>;

const root = '#/components/schemas/';

/** A schema of the API description as one that checks values, with the components that it refers to. */
export function zodOf(schema: Json, components: Readonly<Record<string, unknown>>): z.ZodType {
  const $defs: Record<string, z.core.JSONSchema.JSONSchema> = {};
  const referring = (part: unknown): z.core.JSONSchema.JSONSchema =>
    JSON.parse(JSON.stringify(part), (key, value) => {
      if (key !== '$ref' || typeof value !== 'string') return value;
      const name = value.slice(root.length);
      if (!(name in $defs)) {
        // Holds the place, because a schema may contain itself.
        $defs[name] = {};
        $defs[name] = referring(components[name]);
      }
      return `#/$defs/${name}`;
    });
  const whole = referring(schema);
  return z.fromJSONSchema({ ...whole, $defs });
}
