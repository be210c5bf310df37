import { setTimeout } from 'node:timers/promises';
import { type Measurement, say } from './measurement.ts';
import { type BenchServer, startServer } from './server.ts';
import { ask } from './worlds/ask.ts';

const idleSeconds = 5;
const askedEveryMs = 100;
/** Progress is told in these words until the records stand that rows are added to. */
const firstStep = '准备';

type Told = Array<{ name: string; template: { state: string; step: string } | null }>;

/** Standstills of the event loop while the templates of large scenarios are made in the background. */
export async function benchScenarios(): Promise<Measurement[]> {
  const server = await startServer(undefined, { GALLERY_MORE: 'false' });
  try {
    // What a first start puts in is being worked off.
    await setTimeout(idleSeconds * 1000);
    await server.longestStandstill();
    await setTimeout(idleSeconds * 1000);
    const alone = await server.longestStandstill();
    const measured: Measurement[] = [{ name: 'longest standstill when nothing is asked', ours: alone, unit: 'ms' }];
    for (const scenario of ['console-1m', 'gallery-100k'])
      measured.push({
        name: `longest standstill while the first records of ${scenario} are made`,
        ours: await standstillOf(server, scenario),
        unit: 'ms',
        target: 'at most 20 ms',
      });
    return measured;
  } finally {
    await server.stop();
  }
}

async function standstillOf(server: BenchServer, scenario: string): Promise<number> {
  const { origin } = server;
  const templateOf = async () => {
    const told = (await ask(origin, undefined, '/__mock/scenarios')) as Told;
    return told.find(({ name }) => name === scenario)?.template;
  };
  say(`the first records of ${scenario}`);
  await templateOf();
  await server.longestStandstill();
  await ask(origin, undefined, '/__mock/reset', { method: 'POST', body: { scenario } });
  while ((await templateOf())?.step === firstStep) await setTimeout(askedEveryMs);
  const standstill = await server.longestStandstill();
  // A million rows take minutes.
  await ask(origin, undefined, `/__mock/scenarios/${scenario}/template`, { method: 'DELETE' });
  return standstill;
}
