import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.resolve(import.meta.dirname, '../foreign-clients');
const run = promisify(execFile);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ engine: 'embedded' });
});
afterAll(() => server.close());

const flows = [
  'sign_up_and_draw',
  'pay',
  'refund',
  'membership',
  'gallery_search',
  'collect',
  'share',
  'assistant_stream',
  'scan_login',
  'console',
];

it('a client in Python, made by hand from the description, goes through ten flows', async () => {
  const { stdout } = await run('python3', ['flows.py', server.origin, server.adminPassword], {
    cwd: path.join(folder, 'python'),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
  });
  expect(stdout.trim().split('\n')).toEqual(flows);
  expect(await server.faults()).toEqual([]);
}, 120_000);

it('the client that openapi-typescript makes of the description is typed and goes through them', async () => {
  // In the tree, so that the client finds its packages.
  await mkdir(path.join(root, 'test-results'), { recursive: true });
  const place = await mkdtemp(path.join(root, 'test-results/typed-client-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const at = (name: string) => path.join(place, name);
  const tool = (name: string) => path.join(root, 'node_modules', name);
  const node = (...args: string[]) => run(process.execPath, args, { cwd: place });
  const described = await fetch(`${server.origin}/api/openapi.json`);
  await writeFile(at('openapi.json'), await described.text());
  await copyFile(path.join(folder, 'typescript/flows.ts'), at('flows.ts'));
  await writeFile(at('picture.png'), await drawPicture('png', { width: 480, height: 320 }));
  const options = { ...compilerOptions, types: ['node'] };
  await writeFile(at('tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['flows.ts'] }));

  const making = ['openapi.json', '--default-non-nullable=false', '-o', 'api.d.ts'];
  await node(tool('openapi-typescript/bin/cli.js'), ...making);
  const checked = await node(tool('typescript-7/bin/tsc'), '-p', '.').catch((error: { stdout: string }) => error);
  expect(checked.stdout).toBe('');
  const { stdout } = await node('flows.ts', server.origin, server.adminPassword, 'picture.png');
  expect(stdout.trim().split('\n')).toEqual(flows);
  expect(await server.faults()).toEqual([]);
}, 120_000);

const compilerOptions = {
  target: 'ES2023',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: false,
};
