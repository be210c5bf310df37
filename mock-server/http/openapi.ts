import type { z } from 'zod';
import type { Contract, Endpoint } from '#shared/contract/endpoint';
import { exportDeskContract } from '#shared/contract/export-desk';
import { answerHeaders, answerSchemas, answersOf } from './openapi-answers.ts';
import { listParameters, sharedListParameters } from './openapi-lists.ts';
import { hoistDefinitions, type Json, jsonSchema } from './openapi-schema.ts';

/** OpenAPI 3.1 of the contract: the same values that the server mounts. */
export function openApiOf(contract: Contract): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = answerSchemas();
  const parameters: Json = { ...sharedListParameters };
  const add = (name: string, spec: Endpoint, of: Parameters) => {
    const path = spec.path.replace(/:(\w+)/g, '{$1}');
    const operation = hoistDefinitions(name, operationOf(name, spec, of), schemas);
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation };
  };
  const { exportList } = exportDeskContract;
  for (const [name, spec] of Object.entries(contract)) {
    if (spec === exportList) continue;
    if (!spec.list) {
      add(name, spec, plainParameters(spec));
      continue;
    }
    const { own, conditions, window } = listParameters(name, spec.list);
    Object.assign(parameters, own);
    add(name, spec, [...conditions, ...window]);
    add(`${name}Export`, exportOf(spec), [...parametersOf(exportList.input, 'query'), ...conditions]);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '筑绘 AI',
      version: '0.1.0',
      description: '由契约生成。GET 请求可带 version=1.2；POST 与 DELETE 同时接受表单与 JSON。',
      license: { name: '保留所有权利', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      parameters,
      headers: answerHeaders,
      securitySchemes: {
        user: { type: 'apiKey', in: 'cookie', name: 'sid' },
        staff: { type: 'apiKey', in: 'cookie', name: 'staff_sid' },
      },
    },
  };
}

/** The call that exports one list, which the contract has once for all of them. */
function exportOf(list: Endpoint): Endpoint {
  const { exportList } = exportDeskContract;
  return {
    ...exportList,
    path: `${list.path}/export`,
    summary: `导出「${list.summary}」：查询与列表相同，不分页`,
    errors: [...new Set([...exportList.errors, ...list.errors])],
  };
}

type Parameters = readonly Json[];

/** One call as the document has it. */
function operationOf(operationId: string, spec: Endpoint, parameters: Parameters): Json {
  return {
    operationId,
    summary: spec.summary,
    tags: [spec.tag],
    security: spec.access === 'anyone' ? [] : [{ [spec.access]: [] }],
    parameters,
    ...(spec.method === 'GET' ? {} : bodyOf(spec)),
    responses: answersOf(spec),
    ...(spec.permission ? { 'x-permission': spec.permission } : {}),
    ...(spec.changesState && spec.method === 'GET' ? { 'x-changes-state': true } : {}),
  };
}

function plainParameters(spec: Endpoint): Parameters {
  return [...parametersOf(spec.params, 'path'), ...(spec.method === 'GET' ? parametersOf(spec.input, 'query') : [])];
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

const parts: Record<NonNullable<Endpoint['parts']>[string], Json> = {
  file: { type: 'string', format: 'binary' },
  number: { type: 'integer' },
  json: { type: 'string', description: 'JSON' },
};

function bodyOf(spec: Endpoint): Json {
  if (spec.encoding === 'multipart') {
    const properties = Object.fromEntries(
      Object.entries(spec.parts ?? { file: 'file' as const }).map(([name, kind]) => [name, parts[kind]]),
    );
    const schema = { type: 'object', required: Object.keys(properties), properties };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (spec.encoding === 'raw') return { requestBody: { required: true, content: { '*/*': { schema: {} } } } };
  const schema = jsonSchema(spec.input, 'input');
  const { properties = {}, additionalProperties } = schema as { properties?: Json; additionalProperties?: unknown };
  if (Object.keys(properties).length === 0 && !additionalProperties) return {};
  return {
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } } },
  };
}
