import { setTimeout } from 'node:timers/promises';
import { type Measurement, say } from './measurement.ts';
import { type BenchServer, startServer } from './server.ts';
import { ask } from './worlds/ask.ts';

const idleSeconds = 5;
const askedEveryMs = 100;
/** Progress is told in these words until the records stand that rows are added to. */
const firstStep = '准备';

type Told = Array<{ name: string; template: { state: string; step: string } | null }>;

/** Longest turns of the event loop while the templates of large scenarios are made in the background. */
export async function benchScenarios(): Promise<Measurement[]> {
  const server = await startServer(undefined, { GALLERY_MORE: 'false' });
  const longestTurn = async () => (await server.send('turns')) as number;
  try {
    // The tasks that a first start queues run meanwhile; they would count in the figures.
    await setTimeout(idleSeconds * 1000);
    await longestTurn();
    await setTimeout(idleSeconds * 1000);
    const alone = await longestTurn();
    const measured: Measurement[] = [{ name: 'longest turn when nothing is asked', ours: alone, unit: 'ms' }];
    for (const scenario of ['console-1m', 'gallery-100k']) {
      say(`the first records of ${scenario}`);
      await longestTurn();
      await makeFirstRecords(server, scenario);
      measured.push({
        name: `longest turn while the first records of ${scenario} are made, processor time`,
        ours: await longestTurn(),
        unit: 'ms',
        target: 'at most 20 ms',
      });
      // A million rows take minutes.
      await ask(server.origin, undefined, `/__mock/scenarios/${scenario}/template`, { method: 'DELETE' });
    }
    return measured;
  } finally {
    await server.stop();
  }
}

async function makeFirstRecords({ origin }: BenchServer, scenario: string): Promise<void> {
  const stepNow = async () => {
    const told = (await ask(origin, undefined, '/__mock/scenarios')) as Told;
    return told.find(({ name }) => name === scenario)?.template?.step;
  };
  await ask(origin, undefined, '/__mock/reset', { method: 'POST', body: { scenario } });
  while ((await stepNow()) === firstStep) await setTimeout(askedEveryMs);
}
