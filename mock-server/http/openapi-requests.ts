import type { z } from 'zod';
import type { Endpoint } from '#shared/contract/endpoint';
import type { Json, SchemaComponents } from './openapi-schema.ts';
import { unionByTool } from './openapi-tools.ts';

export type Parameters = readonly Json[];

/** Parameters of a call that is no list. */
export function plainParameters({ params, input, method }: Endpoint, components: SchemaComponents): Parameters {
  const query = method === 'GET' ? parametersOf(input, 'query', components) : [];
  return [...parametersOf(params, 'path', components), ...query];
}

/** The fields of a schema as parameters. */
export function parametersOf(schema: z.ZodType, where: 'path' | 'query', components: SchemaComponents): Json[] {
  const { properties = {}, required = [] } = components.inline(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

const parts: Record<NonNullable<Endpoint['parts']>[string], Json> = {
  file: { type: 'string', format: 'binary' },
  number: { type: 'integer' },
  json: { type: 'string', description: 'JSON' },
};

/** The body that a call takes; nothing for calls without one. */
export function bodyOf(name: string, spec: Endpoint, components: SchemaComponents): Json {
  if (spec.encoding === 'multipart') {
    const properties = Object.fromEntries(
      Object.entries(spec.parts ?? { file: 'file' as const }).map(([name, kind]) => [name, parts[kind]]),
    );
    const schema = { type: 'object', required: Object.keys(properties), properties };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (spec.encoding === 'raw') return { requestBody: { required: true, content: { '*/*': { schema: {} } } } };
  const schema = components.of(spec.input, 'input');
  const {
    properties = {},
    additionalProperties,
    required = [],
  } = components.at(schema) as { properties?: Json; additionalProperties?: unknown; required?: string[] };
  if (Object.keys(properties).length === 0 && !additionalProperties) return {};
  unionByTool(components, schema);
  // A body stands twice, as a form and as JSON.
  const isShort = Object.keys(properties).length <= 3;
  const body = isShort ? schema : components.named(`${name[0]?.toUpperCase()}${name.slice(1)}Body`, schema);
  return {
    requestBody: {
      required: required.length > 0,
      content: { 'application/x-www-form-urlencoded': { schema: body }, 'application/json': { schema: body } },
    },
  };
}
