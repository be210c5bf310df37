import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { World } from '../client.ts';
import { flows } from './foreign-flows.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = path.join(root, 'tests/foreign-clients/typescript');
const house = path.join(root, 'tests/kit/house.png');

export async function generatedClient(world: World): Promise<void> {
  // Inside the project, so that the client finds its packages.
  await mkdir(path.join(root, 'test-results'), { recursive: true });
  const folder = await mkdtemp(path.join(root, 'test-results/typed-client-'));
  const node = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [path.resolve(root, 'node_modules', program), ...args], { cwd: folder });
  try {
    await writeFile(path.join(folder, 'openapi.json'), await world.visitor().bytes('/api/openapi.json'));
    for (const name of ['flows.ts', 'tsconfig.json']) await copyFile(path.join(sources, name), path.join(folder, name));
    const options = ['openapi.json', '--default-non-nullable=false', '-o', 'api.d.ts'];
    await node('openapi-typescript/bin/cli.js', ...options);
    await node('typescript-7/bin/tsc', '-p', '.');
    const asked = [world.baseUrl, world.adminPassword, house, world.name ?? ''];
    const { stdout } = await node(path.join(folder, 'flows.ts'), ...asked);
    assert.deepEqual(stdout.trim().split('\n'), flows);
  } finally {
    await rm(folder, { recursive: true });
  }
  await world.journal.expect({ method: 'POST', path: '/api/ai/startTask' });
  assert.deepEqual(await world.state.faults(), []);
}
