import { afterAll, beforeAll, expect, it } from 'vitest';
import { derivedContract } from '#shared/contract/console';
import { startTestServer, type TestServer } from '../support/server.ts';
import { calls } from '../support/server-calls.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Array<{ name: string; in: string; required: boolean; schema: object }>;
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  security?: Array<Record<string, unknown>>;
  'x-built'?: boolean;
  'x-changes-state'?: boolean;
}
interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
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
  const expected = [...calls, ...Object.entries(derivedContract)].map(
    ([name, spec]) => `${name} ${spec.method} ${spec.path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(listed.sort()).toEqual(expected.sort());
});

it('describes every place of a path as a required parameter', () => {
  for (const { path, operation } of operations()) {
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name).sort(), path).toEqual(places.sort());
    expect(declared.every(({ required }) => required)).toBe(true);
    for (const parameter of operation.parameters)
      expect(typeof parameter.schema, `${path} ${parameter.name}`).toBe('object');
  }
});

it('says what each call answers, who may make it, and whether it is built', () => {
  for (const [name, spec] of calls) {
    const operation = operations().find((entry) => entry.operation.operationId === name)?.operation;
    expect(operation?.summary).toBe(spec.summary);
    expect(Object.keys(operation?.responses ?? {})).toContain('200');
    expect(operation?.security).toEqual(spec.access === 'anyone' ? undefined : [{ [spec.access]: [] }]);
    expect(operation?.['x-built']).toBe(spec.isBuilt ? undefined : false);
    if (spec.method === 'GET') expect(operation?.['x-changes-state'] ?? false).toBe(spec.changesState);
    for (const response of Object.values(operation?.responses ?? {})) expect(response.description).not.toBe('');
  }
  const start = operations().find(({ operation }) => operation.operationId === 'startTask')?.operation;
  expect(Object.keys(start?.requestBody?.content ?? {})).toEqual([
    'application/x-www-form-urlencoded',
    'application/json',
  ]);
  expect(start?.responses[409]?.description).toContain('ticket.short');
});

it('has no reference that leads nowhere', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  );
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references)) expect(reference).toMatch(/^#\//);
  const names = new Set(
    references
      .filter((reference) => reference.startsWith('#/components/schemas/'))
      .map((reference) => reference.slice(21)),
  );
  expect([...names].filter((name) => !Object.hasOwn(description.components.schemas, name))).toEqual([]);
  expect(references.filter((reference) => !reference.startsWith('#/components/schemas/'))).toEqual([]);
});

it('is the same text every time, on every server', async () => {
  const other = await startTestServer();
  const texts = await Promise.all(
    [server, server, other].map(async ({ origin }) => (await fetch(`${origin}/api/openapi.json`)).text()),
  );
  expect(new Set(texts).size).toBe(1);
  await other.close();
});

it('has a page for people that names every call', async () => {
  const response = await fetch(`${server.origin}/api/docs`);
  expect(response.headers.get('content-type')).toContain('text/html');
  const page = await response.text();
  const missing = calls.filter(([, spec]) => !page.includes(spec.path)).map(([name]) => name);
  expect(missing).toEqual([]);
});
