import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTestServer } from '../support/server.ts';

it('the description of the control plane has no fault that Redocly finds', async () => {
  const server = await startTestServer();
  const file = path.join(server.dataDir, 'plane.json');
  await writeFile(file, await (await fetch(`${server.origin}/__mock/openapi.json`)).text());
  const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'lint', file, '--extends', 'recommended', '--format', 'json'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }, maxBuffer: 2e8 },
  );
  await server.close();
  const { totals, problems } = JSON.parse(stdout) as { totals: { errors: number }; problems: object[] };
  expect({ totals, problems }).toMatchObject({ totals: { errors: 0 } });
});
