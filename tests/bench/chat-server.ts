/** A server with a model that speaks at a steady pace, and accounts to ask it. Told what to do by its parent. */
import type { ChatAdapter } from '../../mock-server/adapters/chat/port.ts';
import { startTestServer } from '../support/server.ts';

const [accounts, partsPerSecond, seconds] = process.argv.slice(2).map(Number) as [number, number, number];

const waiting: Array<{ at: number; go: () => void }> = [];
// One timer for all, as one turn of the loop brings what many sockets have received.
setInterval(() => {
  const now = performance.now();
  for (const each of waiting.splice(0)) {
    if (each.at <= now) each.go();
    else waiting.push(each);
  }
}, 5).unref();
const until = (at: number) => new Promise<void>((go) => waiting.push({ at, go }));

const timed: ChatAdapter = {
  name: 'timed',
  models: () => [
    {
      id: 'timed',
      title: '匀速模型',
      note: '',
      isOffline: false,
      isPriced: true,
      canThinkDeeply: false,
      canSeePictures: false,
    },
  ],
  async *answer() {
    const startedAt = performance.now();
    for (let part = 0; part < partsPerSecond * seconds; part++) {
      await until(startedAt + (part * 1000) / partsPerSecond);
      yield { type: 'text', text: '木地板' };
    }
    yield { type: 'end', why: 'stop' };
  },
  close: async () => {},
};

const server = await startTestServer({ chatAdapters: [timed] });
const ticking = setInterval(() => void server.deps.tick(), 1000);
const cookies: string[] = [];
for (let made = 0; made < accounts; made++) {
  const member = await server.member({ tickets: { gpt: 100 } });
  cookies.push(`sid=${member.cookies.get('sid')}`);
}
process.on('message', (told: 'read' | 'end') => {
  if (told === 'read') process.send?.({ rss: process.memoryUsage.rss(), cpu: process.cpuUsage() });
  else void close();
});

async function close(): Promise<void> {
  clearInterval(ticking);
  const faults = await server.faults();
  await server.close();
  process.send?.({ faults }, () => process.exit());
}

process.send?.({ origin: server.origin, cookies });
