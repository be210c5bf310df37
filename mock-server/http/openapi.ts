import { z } from 'zod';
import type { Contract, Endpoint } from '#shared/contract/endpoint';
import { ErrorPart } from '#shared/contract/envelope';
import { errorCatalogue } from '#shared/errors';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  return rest;
};

/** OpenAPI 3.1 of the contract: the same values that the server mounts. */
export function openApiOf(contract: Contract): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Error: jsonSchema(ErrorPart, 'output') };
  for (const [name, spec] of Object.entries(contract)) {
    const path = spec.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [spec.method.toLowerCase()]: hoistDefinitions(name, operationOf(name, spec), schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '筑绘 AI',
      version: '0.1.0',
      description: '由契约生成。GET 请求可带 version=1.2；POST 与 DELETE 同时接受表单与 JSON。',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        user: { type: 'apiKey', in: 'cookie', name: 'sid' },
        staff: { type: 'apiKey', in: 'cookie', name: 'staff_sid' },
      },
    },
  };
}

/** A recursive schema refers to parts of itself by `#/$defs/…`, which in a whole document must be a component. */
function hoistDefinitions(operationId: string, operation: Json, schemas: Json): Json {
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

function operationOf(operationId: string, spec: Endpoint): Json {
  return {
    operationId,
    summary: spec.summary,
    tags: [spec.tag],
    ...(spec.access === 'anyone' ? {} : { security: [{ [spec.access]: [] }] }),
    parameters: [
      ...parametersOf(spec.params, 'path'),
      ...(spec.method === 'GET' ? parametersOf(spec.input, 'query') : []),
    ],
    ...(spec.method === 'GET' ? {} : bodyOf(spec)),
    responses: responsesOf(spec),
    ...(spec.isBuilt ? {} : { 'x-built': false }),
    ...(spec.changesState && spec.method === 'GET' ? { 'x-changes-state': true } : {}),
  };
}

function parametersOf(schema: z.ZodType, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
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

function bodyOf(spec: Endpoint): Json {
  if (spec.encoding === 'multipart') {
    const schema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (spec.encoding === 'raw') return { requestBody: { required: true, content: { '*/*': { schema: {} } } } };
  const schema = jsonSchema(spec.input, 'input');
  if (Object.keys((schema.properties as Json | undefined) ?? {}).length === 0) return {};
  return {
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } } },
  };
}

function responsesOf(spec: Endpoint): Json {
  const answers: Record<Endpoint['answers'], () => Json> = {
    envelope: () =>
      json({
        type: 'object',
        required: ['error', 'data'],
        properties: { error: { $ref: '#/components/schemas/Error' }, data: jsonSchema(spec.output, 'output') },
      }),
    dialect: () => json(jsonSchema(spec.output, 'output')),
    bare: () => json(jsonSchema(spec.output, 'output')),
    bytes: () => ({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
    events: () => ({ 'text/event-stream': { schema: { type: 'string' } } }),
  };
  const failures = new Map<number, string[]>();
  for (const reason of spec.errors) {
    const { status, sentence } = errorCatalogue[reason];
    failures.set(status, [...(failures.get(status) ?? []), `\`${reason}\` ${sentence}`]);
  }
  return {
    200: { description: '成功', content: answers[spec.answers]() },
    ...Object.fromEntries([...failures].map(([status, lines]) => [status, { description: lines.join('；') }])),
  };
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });
