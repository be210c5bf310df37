import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { World } from '../client.ts';
import { flows } from './foreign-flows.ts';

export async function otherLanguage(world: World): Promise<void> {
  const { baseUrl, adminPassword, name = '' } = world;
  const { stdout } = await promisify(execFile)('python3', ['flows.py', baseUrl, adminPassword, name], {
    cwd: path.resolve(import.meta.dirname, '../../foreign-clients/python'),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
  });
  assert.deepEqual(stdout.trim().split('\n'), flows);
  await world.journal.expect({ method: 'POST', path: '/api/ai/startTask' });
  assert.deepEqual(await world.state.faults(), []);
}
