import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import * as schemas from '#shared/contract/schemas';
import { tools } from '#shared/tools/registry';
import { zodOf } from '../support/described-schema.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { calls } from '../support/server-calls.ts';

type Json = Record<string, unknown>;
interface Media {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  parameters: Array<{ name?: string; in: string; required?: boolean; schema: Json; example?: unknown; $ref?: string }>;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface StreamContent {
  items: { oneOf: Array<{ properties: Record<string, Json> }> };
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

let server: TestServer;
let description: Description;
let operations: Map<string, Operation>;
beforeAll(async () => {
  server = await startTestServer();
  description = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as Description;
  const listed = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  operations = new Map(listed.map((operation) => [operation.operationId, operation]));
});
afterAll(() => server.close());

const specs: ReadonlyMap<string, Endpoint> = new Map([...calls, ...Object.entries(derivedContract)]);

it('writes no object of more than three fields twice', () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, properties } = value as { type?: unknown; properties?: object };
    if (type === 'object' && Object.keys(properties ?? {}).length > 3) {
      const text = JSON.stringify(value);
      const first = seen.get(text);
      if (first === undefined) seen.set(text, at);
      else twice.push(`${first} and ${at}`);
    }
    for (const [key, part] of Object.entries(value))
      if (key !== 'example' && key !== 'examples') look(part, `${at}/${key}`);
  };
  look(description, '');
  expect(seen.size).toBeGreaterThan(150);
  expect(twice).toEqual([]);
});

it('names its schemas as the contract does, each in one module', () => {
  const named = Object.entries(schemas).filter(([, value]) => value instanceof z.ZodType);
  expect(named.length).toBeGreaterThan(150);
  for (const name of ['Task', 'Order', 'ChatMessage', 'GalleryPicture', 'StaffOrder'])
    expect([name, description.components.schemas[name] !== undefined && name in schemas]).toEqual([name, true]);
  const recursive = description.components.schemas.Category as { properties: Record<string, { items: Json }> };
  expect(recursive.properties.children?.items).toEqual({ $ref: '#/components/schemas/Category' });
});

it('has an example of every body, required parameter and JSON or event answer, which its own schema accepts', () => {
  const readers = new Map<string, z.ZodType>();
  const faults: string[] = [];
  const missing: string[] = [];
  const accepts = (at: string, schema: Json, value: unknown) => {
    const key = JSON.stringify(schema);
    const reader = readers.get(key) ?? zodOf(schema, description.components.schemas);
    readers.set(key, reader);
    const read = reader.safeParse(value);
    if (!read.success) faults.push(`${at}: ${z.prettifyError(read.error)} in ${JSON.stringify(value).slice(0, 200)}`);
  };
  const look = (at: string, { schema, example, examples }: Media) => {
    if (example === undefined && examples === undefined) missing.push(at);
    if (example !== undefined) accepts(at, schema, example);
    for (const [name, { value }] of Object.entries(examples ?? {})) accepts(`${at} ${name}`, schema, value);
  };
  for (const [name, { parameters, requestBody, responses }] of operations) {
    const spec = specs.get(name);
    for (const parameter of parameters) {
      if (parameter.example !== undefined) accepts(`${name} ${parameter.name}`, parameter.schema, parameter.example);
      else if (parameter.required) missing.push(`${name} ${parameter.name}`);
    }
    // A body in a foreign format has no schema of ours.
    if (spec?.encoding !== 'raw')
      for (const [type, media] of Object.entries(requestBody?.content ?? {})) look(`${name} ${type}`, media);
    if (!spec || spec.answers === 'bytes') continue;
    for (const [status, { content = {} }] of Object.entries(responses))
      if (status < '300') for (const [type, media] of Object.entries(content)) look(`${name} ${status} ${type}`, media);
  }
  expect({ missing, faults }).toEqual({ missing: [], faults: [] });
  expect(readers.size).toBeGreaterThan(250);
});

it('has examples of input that the contract itself accepts', () => {
  const faults: string[] = [];
  let read = 0;
  for (const [name, spec] of specs) {
    const { parameters = [], requestBody } = operations.get(name) ?? {};
    if (name === 'exportList' || spec.list || spec.encoding === 'multipart' || spec.encoding === 'raw') continue;
    const media = requestBody?.content['application/json'];
    const bodies = media?.examples ? Object.values(media.examples).map(({ value }) => value) : [media?.example];
    const given = (place: string) =>
      Object.fromEntries(parameters.flatMap((one) => (one.in === place && one.name ? [[one.name, one.example]] : [])));
    for (const body of bodies) {
      const input = spec.method === 'GET' ? given('query') : (body ?? {});
      const results = [spec.params.safeParse(given('path')), spec.input.safeParse(input)];
      for (const { error } of results) if (error) faults.push(`${name}: ${z.prettifyError(error)}`);
      read++;
    }
  }
  expect(faults).toEqual([]);
  expect(read).toBeGreaterThan(300);
});

it('tells the body of startTask apart by tool, with the form of each', () => {
  const at = ($ref: unknown) => description.components.schemas[String($ref).split('/').at(-1) ?? ''] as Json;
  const media = operations.get('startTask')?.requestBody?.content['application/json'];
  const { oneOf, discriminator } = at(media?.schema.$ref) as {
    oneOf: Array<{ $ref: string }>;
    discriminator: { propertyName: string; mapping: Record<string, string> };
  };
  expect(discriminator.propertyName).toBe('tool');
  expect(Object.keys(discriminator.mapping)).toEqual(tools.map(({ id }) => id));
  expect(oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator.mapping));
  for (const tool of tools) {
    const { allOf } = at(discriminator.mapping[tool.id]) as { allOf: [Json, { properties: Record<string, Json> }] };
    expect(allOf[1].properties.tool).toEqual({ type: 'string', const: tool.id });
    const form = at(allOf[1].properties.params?.$ref) as { properties: Record<string, Json>; required?: string[] };
    expect(Object.keys(form.properties), tool.id).toEqual(Object.keys(tool.fields));
    for (const [name, field] of Object.entries(tool.fields)) {
      const described = form.properties[name] ?? {};
      expect(described.description, `${tool.id} ${name}`).toContain(field.label);
      if (field.editor === 'slider') expect(described).toMatchObject({ minimum: field.min, maximum: field.max });
      if (field.editor === 'chips')
        expect(described.enum ?? [described.const]).toEqual(field.options?.map(({ value }) => value));
      if (field.editor === 'preset') expect(JSON.stringify(described), `${tool.id} ${name}`).toContain('"enum"');
    }
    const example = media?.examples?.[tool.id]?.value as { params: unknown };
    expect(tool.params.safeParse(example.params).error?.issues ?? [], tool.id).toEqual([]);
  }
  const reader = zodOf(media?.schema ?? {}, description.components.schemas);
  const given = { clientKey: 'a', params: { upload_img: 'img_1' } };
  expect(reader.safeParse({ ...given, tool: 'upScaleImg' }).success).toBe(true);
  expect(reader.safeParse({ ...given, tool: 'nothing' }).success).toBe(false);
  expect(reader.safeParse({ ...given, tool: 'upScaleImg', params: { upload_img: 7 } }).success).toBe(false);
});

it('describes what each event of a stream carries', () => {
  const dataOf = (name: string, status: number) => {
    const media = operations.get(name)?.responses[status]?.content?.['text/event-stream'];
    const content = media?.schema.contentSchema as StreamContent | undefined;
    return Object.fromEntries(
      (content?.items.oneOf ?? []).map(({ properties }) => [properties.event?.const ?? 'message', properties.data]),
    );
  };
  expect(dataOf('taskEvents', 200)).toMatchObject({ task: { $ref: '#/components/schemas/Task' }, shutdown: {} });
  expect(dataOf('chatStream', 200)).toEqual({
    message: { anyOf: [{ $ref: '#/components/schemas/ChatEvent' }, { type: 'string', const: '[DONE]' }] },
  });
  for (const [name, { answers, events }] of specs)
    if (answers === 'events') expect(Object.keys(dataOf(name, 200)), name).toEqual(Object.keys(events ?? {}));
});
