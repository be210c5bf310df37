import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** Draws other than those of `ids.ts`, which follow from a world's seed. */
const draws =
  /\b(?:randomBytes|randomInt|randomUUID|randomFill\w*|getRandomValues|generateKey\w*)\b|\bMath\.random\b|new Secret\(\)/;

/** Files of the server that may draw by themselves, by the reason. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'is what everybody else draws from': ['ids.ts'],
  'protects what is stored, and is in no answer': [
    'modules/base/seal.ts',
    'modules/identity/account/password.ts',
    'deps/installation-key.ts',
    'adapters/payment/simulated/key.ts',
    'control/journal/redaction.ts',
  ],
  'names files and folders that are being made': [
    'modules/studio/image/variant-cache.ts',
    'adapters/render/embedded/suitability-queue.ts',
    'adapters/storage/file-system.ts',
    'worlds/snapshots.ts',
  ],
  'tells starts at engines and connections to them apart': [
    'worker/runner.ts',
    'adapters/render/trial-run.ts',
    'adapters/render/comfyui/socket.ts',
  ],
  'is the id of a request': ['app.ts'],
  'is asked for by a provider of production': ['adapters/sms/aliyun.ts', 'adapters/payment/wechat/api.ts'],
  'spreads tries over time': ['db/transact.ts'],
};

it('nothing that answers may contain is drawn elsewhere than from the ids of the world', async () => {
  const found: string[] = [];
  for await (const file of glob('mock-server/**/*.ts', {
    exclude: (name) => /\.test\.ts$|conformance\.ts$/.test(name),
  }))
    if (draws.test(readFileSync(file, 'utf8'))) found.push(file.replace('mock-server/', ''));
  expect(found.sort()).toEqual(Object.values(allowed).flat().sort());
});
