import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint';
import { errorCatalogue } from '#shared/errors';
import { controlContract } from '../../mock-server/control/contract.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

interface Schema {
  $ref?: string;
  properties?: object;
}
interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: Array<{ name: string; in: string }>;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, object>;
}
interface Description {
  openapi: string;
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

const calls = Object.entries<Endpoint>(controlContract);

let server: TestServer;
let description: Description;
beforeAll(async () => {
  server = await startTestServer();
  description = (await (await fetch(`${server.origin}/__mock/openapi.json`)).json()) as Description;
});
afterAll(() => server.close());

const resolved = (schema: Schema = {}): Schema =>
  schema.$ref ? (description.components.schemas?.[schema.$ref.replace('#/components/schemas/', '')] ?? {}) : schema;

/** An answer by itself, or as several calls share it. */
const answered = (answer: { $ref?: string } = {}): object | undefined =>
  answer.$ref ? description.components.responses?.[answer.$ref.replace('#/components/responses/', '')] : answer;

it('lists every call of the control plane and nothing else', () => {
  const listed = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const expected = calls.map(([name, { method, path }]) => `${name} ${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(listed.sort()).toEqual(expected.sort());
  expect(description).toMatchObject({ openapi: '3.1.0', info: { title: '筑绘 AI 控制面' } });
});

it.each(calls)('says what %s takes, answers and is refused for', (_name, spec) => {
  const operation = description.paths[spec.path.replace(/:(\w+)/g, '{$1}')]?.[spec.method.toLowerCase()];
  expect(operation).toMatchObject({ summary: spec.summary, security: [{}, { token: [] }] });
  const inputs = Object.keys((spec.input as { shape?: object }).shape ?? {});
  const taken =
    spec.method === 'GET'
      ? operation?.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
      : Object.keys(resolved(operation?.requestBody?.content['application/json']?.schema).properties ?? {});
  expect(taken?.sort()).toEqual(inputs.sort());
  expect(Object.keys(operation?.responses ?? {})).toContain(String(spec.status ?? 200));
  for (const reason of [...spec.errors, ...(['control.closed', 'control.wrong_token'] as const)])
    expect(JSON.stringify(answered(operation?.responses[errorCatalogue[reason].status]))).toContain(`"${reason}"`);
});

it('has no reference that leads nowhere', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  const lost = references.filter(
    ([, kind = '', name = '']) => !Object.hasOwn(description.components[kind] ?? {}, name),
  );
  expect(lost.map(([whole]) => whole)).toEqual([]);
});

it('is linked from the page of the control plane', async () => {
  expect(await (await fetch(`${server.origin}/__mock/`)).text()).toContain('href="/__mock/openapi.json"');
});
