import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Array<Parameter | { $ref: string }>;
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: object }>; headers?: Record<string, unknown> }
  >;
  security?: Array<Record<string, unknown>>;
  'x-changes-state'?: boolean;
}
interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'securitySchemes' | 'headers', Record<string, object>> & {
    parameters: Record<string, Parameter>;
  };
}

let server: TestServer;
let description: OpenApi;
beforeAll(async () => {
  server = await startTestServer();
  description = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as OpenApi;
});
afterAll(() => server.close());

it('has no fault that Redocly finds', async () => {
  const file = path.join(server.dataDir, 'openapi.json');
  await writeFile(file, JSON.stringify(description));
  const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'lint', file, '--extends', 'recommended', '--format', 'json'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }, maxBuffer: 2e8 },
  );
  const { totals, problems } = JSON.parse(stdout) as { totals: { errors: number }; problems: object[] };
  expect({ totals, problems }).toMatchObject({ totals: { errors: 0 } });
});

it('is the same text every time, on every server', async () => {
  const other = await startTestServer();
  const texts = await Promise.all(
    [server, server, other].map(async ({ origin }) => (await fetch(`${origin}/api/openapi.json`)).text()),
  );
  expect(new Set(texts).size).toBe(1);
  await other.close();
});
