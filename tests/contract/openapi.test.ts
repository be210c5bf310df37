import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleContract, derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { operatorsOf } from '#shared/contract/list-query';
import { errorCatalogue } from '#shared/errors';
import { startTestServer, type TestServer } from '../support/server.ts';
import { calls } from '../support/server-calls.ts';
import { watchAnswers } from '../support/server-declared.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}
interface Answer {
  description: string;
  content?: Record<string, { schema: object }>;
  headers?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Array<Parameter | { $ref: string }>;
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, Answer | { $ref: string }>;
  security?: Array<Record<string, unknown>>;
  'x-changes-state'?: boolean;
}
interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'securitySchemes' | 'headers', Record<string, object>> & {
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
}

let server: TestServer;
let description: OpenApi;
beforeAll(async () => {
  server = await startTestServer();
  description = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as OpenApi;
});
afterAll(() => server.close());

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const operationOf = (id: string): Operation => {
  const found = operations().find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`the description has no ${id}`);
  return found.operation;
};

const parametersOf = ({ parameters }: Operation): Parameter[] =>
  parameters.map((parameter) => {
    if (!('$ref' in parameter)) return parameter;
    const found = description.components.parameters[parameter.$ref.replace('#/components/parameters/', '')];
    if (!found) throw new Error(`${parameter.$ref} leads nowhere`);
    return found;
  });

/** An answer of a call, by itself or as several calls share it. */
const answerOf = ({ responses }: Operation, status: number): Answer | undefined => {
  const answer = responses[status];
  if (!answer || !('$ref' in answer)) return answer;
  return description.components.responses[answer.$ref.replace('#/components/responses/', '')];
};

const namesOf = (operation: Operation) => parametersOf(operation).map(({ name }) => name);

it('is OpenAPI 3.1', () => {
  expect(description.openapi).toMatch(/^3\.1\.\d+$/);
  expect(description.info.title).not.toBe('');
  expect(description.info.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Object.keys(description.paths).every((path) => path.startsWith('/') && !path.includes(':'))).toBe(true);
});

it('lists every call of the contract once, and nothing else', () => {
  const listed = operations().map(
    ({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
  );
  const all: Array<readonly [string, Endpoint]> = [...calls, ...Object.entries(derivedContract)];
  // Exporting is one call of the contract and one of every list in the description.
  const exports = all.filter(([, spec]) => spec.list).map(([name, spec]) => `${name}Export GET ${spec.path}/export`);
  const expected = all
    .filter(([name]) => name !== 'exportList')
    .map(([name, spec]) => `${name} ${spec.method} ${spec.path.replace(/:(\w+)/g, '{$1}')}`)
    .concat(exports);
  expect(exports.length).toBeGreaterThan(20);
  expect(listed.sort()).toEqual(expected.sort());
});

it('describes every place of a path as a required parameter', () => {
  for (const { path, operation } of operations()) {
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = parametersOf(operation).filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name).sort(), path).toEqual(places.sort());
    expect(declared.every(({ required }) => required)).toBe(true);
    for (const parameter of parametersOf(operation))
      expect(typeof parameter.schema, `${path} ${parameter.name}`).toBe('object');
  }
});

it('says what each call answers and who may make it', () => {
  for (const [name, spec] of calls) {
    if (name === 'exportList') continue;
    const operation = operationOf(name);
    expect(operation?.summary).toBe(spec.summary);
    expect(Object.keys(operation?.responses ?? {})).toContain(String(spec.status ?? 200));
    expect(operation?.security).toEqual(spec.access === 'anyone' ? [] : [{ [spec.access]: [] }]);
    if (spec.method === 'GET') expect(operation?.['x-changes-state'] ?? false).toBe(spec.changesState);
    for (const status of Object.keys(operation.responses))
      expect(answerOf(operation, Number(status))?.description, `${name} ${status}`).toMatch(/./);
  }
  const start = operations().find(({ operation }) => operation.operationId === 'startTask')?.operation;
  expect(Object.keys(start?.requestBody?.content ?? {})).toEqual([
    'application/x-www-form-urlencoded',
    'application/json',
  ]);
  expect(start && answerOf(start, 409)?.description).toContain('ticket.short');
});

it('tells with which body and reasons a call is refused, from who may make it and what it takes', () => {
  const reasonsAt = (id: string, status: number) =>
    JSON.stringify(answerOf(operationOf(id), status)?.content?.['application/json']?.schema ?? {});
  for (const [name, spec] of calls) {
    if (name === 'exportList') continue;
    for (const reason of spec.errors) expect(reasonsAt(name, errorCatalogue[reason].status), name).toContain(reason);
    expect(reasonsAt(name, 401).includes('auth.required'), name).toBe(
      spec.access !== 'anyone' || spec.errors.some((reason) => reason === 'auth.required'),
    );
    if (spec.permission) expect(reasonsAt(name, 403), name).toContain('auth.forbidden');
    expect(reasonsAt(name, 503), name).toContain('server.not_ready');
    const shape = spec.path.startsWith('/api/admin/v1') ? 'Refusal' : 'Failure';
    expect(reasonsAt(name, 422), name).toContain(`#/components/schemas/${shape}`);
  }
  expect(reasonsAt('staffAccounts', 429)).toContain('account.search_guessing');
  expect(answerOf(operationOf('staffAccounts'), 429)?.headers).toHaveProperty('Retry-After');
});

it('describes what each list can be asked, and the headers of its answer', () => {
  for (const [name, spec] of Object.entries<Endpoint>(consoleContract)) {
    if (!spec.list) continue;
    const operators = Object.entries(spec.list.fields).flatMap(([field, of]) =>
      operatorsOf(of).map((operator) => (operator === 'eq' ? field : `${field}_${operator}`)),
    );
    const conditions = [...operators, '_sort', '_order', 'sort', 'filter', ...(spec.list.hasSearch ? ['q'] : [])];
    expect(namesOf(operationOf(name)).sort(), name).toEqual([...conditions, '_start', '_end', 'range'].sort());
    expect(namesOf(operationOf(`${name}Export`)).sort(), name).toEqual([...conditions, 'format'].sort());
    expect(answerOf(operationOf(name), 200)?.headers, name).toMatchObject({
      'X-Total-Count': {},
      'X-Total-Estimated': {},
      'Content-Range': {},
    });
    expect(Object.keys(answerOf(operationOf(`${name}Export`), 200)?.content ?? {})).toEqual([
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
  }
  const write = operationOf('updateProduct');
  expect(answerOf(write, 200)?.headers).toHaveProperty('X-Change-Id');
  expect(answerOf(write, 200)?.headers).toHaveProperty('ETag');
  const frame = operationOf('liveFrame').requestBody?.content['multipart/form-data']?.schema;
  expect(Object.keys((frame as { properties: object }).properties)).toEqual(['canvas', 'sequence', 'params']);
});

it('has no reference that leads nowhere', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  );
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references)) expect(reference).toMatch(/^#\//);
  const lost = [...new Set(references)].filter((reference) => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? [];
    const components = description.components[kind as keyof OpenApi['components']] ?? {};
    return !Object.hasOwn(components, name);
  });
  expect(lost).toEqual([]);
});

it('has a page for people that names every call', async () => {
  const response = await fetch(`${server.origin}/api/docs`);
  expect(response.headers.get('content-type')).toContain('text/html');
  const page = await response.text();
  const missing = calls.filter(([, spec]) => !page.includes(spec.path)).map(([name]) => name);
  expect(missing).toEqual([]);
});

it('is what every answer of a test is held against: an undeclared status, header, reason or field is a fault', async () => {
  const answers: Array<[status: number, body: object, headers?: Record<string, string>]> = [
    [200, { status: 'ok' }],
    [418, {}],
    [200, { status: 7 }],
    [200, { status: 'ok' }, { 'x-total-count': '3' }],
    [503, { error: { ...failure, reason: 'ticket.short' }, data: null }, { 'retry-after': '5' }],
  ];
  const faults: string[] = [];
  for (const [status, body, headers] of answers) {
    const watched = watchAnswers((_request, response) => {
      response.statusCode = status;
      const sent = {
        'x-request-id': '0',
        'content-type': 'application/json; charset=utf-8',
        ...headers,
      };
      for (const [name, value] of Object.entries(sent)) response.setHeader(name, value);
      response.end(JSON.stringify(body));
    });
    const wrong = createServer(watched.listener);
    await new Promise<void>((resolve) => wrong.listen(0, '127.0.0.1', resolve));
    await (await fetch(`http://127.0.0.1:${(wrong.address() as AddressInfo).port}/api/health`)).text();
    await new Promise((resolve) => wrong.close(resolve));
    try {
      watched.expectDeclared();
    } catch (error) {
      faults.push(String(error));
    }
  }
  expect(faults).toHaveLength(4);
  for (const [place, word] of ['418', 'status', 'x-total-count', 'ticket.short'].entries())
    expect(faults[place]).toContain(word);
});

const failure = { code: 4200, errorCode: 4200, message: '券不够', errorMsg: '券不够' };
