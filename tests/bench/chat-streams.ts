import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type Measurement, say } from './measurement.ts';
import { post, startServer } from './server.ts';

const streams = 500;
/** An account may have two answers written at once. */
const accounts = streams / 2;
const partsPerSecond = 20;
const seconds = 30;
const warmUpSeconds = 10;
const megabyte = 1024 * 1024;

/** Five hundred people who are answered at once, and the first word of the assistant that needs no model. */
export async function benchAnswerStreams(): Promise<Measurement[]> {
  return [...(await benchFirstWord()), ...(await benchCrowd())];
}

const questions = ['卫生间地砖怎么防滑', '新中式有什么特点', '傍晚的光怎么写', '怎么把平面图变成彩平', '对话券怎么用'];

async function benchFirstWord(): Promise<Measurement[]> {
  const { origin, stop } = await startServer();
  try {
    const { cookie } = (await post(origin, '/__mock/accounts', {})) as { cookie: string };
    const times: number[] = [];
    const askedAt = performance.now();
    // Whatever entry is asked for, the answer comes when all are read.
    await fetch(`${origin}/api/ai/gptKnowledge?entryId=none`);
    const readMs = performance.now() - askedAt;
    say('first words of the offline assistant');
    for (let round = 0; round < 3; round++)
      for (const message of questions)
        times.push((await ask(origin, cookie, `${message}${'？'.repeat(round)}`)).firstWordMs);
    const [cold = 0, ...warm] = times;
    const target = 'at most 150 ms';
    return [
      { name: 'offline assistant, knowledge read after the server was ready', ours: readMs, unit: 'ms' },
      { name: 'offline assistant, first word of the first question after that', ours: cold, unit: 'ms', target },
      {
        name: 'offline assistant, slowest first word of 14 more questions',
        ours: Math.max(...warm),
        unit: 'ms',
        target,
      },
    ];
  } finally {
    await stop();
  }
}

async function benchCrowd(): Promise<Measurement[]> {
  const settings = [accounts, partsPerSecond, seconds].map(String);
  const server = fork(new URL('./chat-server.ts', import.meta.url), settings, { stdio: 'inherit' });
  const { origin, cookies } = (await hear(server)) as { origin: string; cookies: string[] };
  say(`${streams} answers at once, ${partsPerSecond} words a second each, for ${seconds} s`);
  const asked = Array.from({ length: streams }, async (_unused, index) => {
    // People do not press at the same instant.
    await delay((index / streams) * warmUpSeconds * 1000);
    return ask(origin, cookies[index % accounts] as string, `问 ${index}`);
  });
  await delay(warmUpSeconds * 1000);
  const watched = watch(server, seconds - warmUpSeconds);
  const health = await autocannon({
    url: `${origin}/api/health`,
    connections: 4,
    duration: seconds - warmUpSeconds,
    overallRate: 200,
    workers: 1,
  });
  const samples = await watched;
  const memory = samples.map(({ rss }) => rss);
  const answers = await Promise.all(asked);
  server.send('end');
  const { faults } = (await hear(server)) as { faults: string[] };
  await once(server, 'exit');
  const whole = '木地板'.repeat(partsPerSecond * seconds).length;
  const broken = answers.filter(({ text, isDone }) => text.length !== whole || !isDone).length;
  if (broken > 0 || faults.length > 0) throw new Error(`${broken} answers are not whole; faults: ${faults.join(', ')}`);
  const firstWords = answers.map(({ firstWordMs }) => firstWordMs).sort((a, b) => a - b);
  const third = Math.floor(memory.length / 3);
  const [early, late] = [median(memory.slice(0, third)), median(memory.slice(-third))];
  const name = `${streams} answers at once`;
  return [
    { name: `${name}: GET /api/health p99`, ours: health.latency.p99, unit: 'ms', target: 'at most 50 ms' },
    { name: `${name}: memory in the first third`, ours: early / megabyte, unit: 'MB' },
    { name: `${name}: memory in the last third`, ours: late / megabyte, unit: 'MB', target: 'like the first' },
    { name: `${name}: of one core`, ours: (100 * cpuOf(samples)) / (seconds - warmUpSeconds), unit: '%' },
    { name: `${name}: first word, median`, ours: firstWords[streams / 2] ?? 0, unit: 'ms' },
    {
      name: `${name}: first word, slowest of a hundred`,
      ours: firstWords[Math.floor(streams * 0.99)] ?? 0,
      unit: 'ms',
    },
  ];
}

async function hear(server: ChildProcess): Promise<unknown> {
  const [told] = (await once(server, 'message')) as [unknown];
  return told;
}

interface Sample {
  rss: number;
  cpu: NodeJS.CpuUsage;
}

async function watch(server: ChildProcess, forSeconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const until = performance.now() + forSeconds * 1000;
  while (performance.now() < until) {
    server.send('read');
    samples.push((await hear(server)) as Sample);
    await delay(250);
  }
  return samples;
}

/** Seconds of a core between the first and the last sample. */
function cpuOf(samples: readonly Sample[]): number {
  const sum = (sample: Sample | undefined) => (sample ? sample.cpu.user + sample.cpu.system : 0);
  return (sum(samples.at(-1)) - sum(samples[0])) / 1e6;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Asks in a stream of its own and reads it to the end. */
function ask(
  origin: string,
  cookie: string,
  message: string,
): Promise<{ text: string; isDone: boolean; firstWordMs: number }> {
  const body = JSON.stringify({ message, requestId: crypto.randomUUID() });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), cookie };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(`${origin}/api/ai/gptTalkStream`, { method: 'POST', headers, agent: false }, (answer) => {
      const told = { text: '', isDone: false, firstWordMs: 0 };
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        const blocks = `${rest}${chunk}`.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          if (block === 'data: [DONE]') told.isDone = true;
          else if (block.startsWith('data: ')) told.text += (JSON.parse(block.slice(6)) as { delta: string }).delta;
          if (told.firstWordMs === 0 && told.text !== '') told.firstWordMs = performance.now() - startedAt;
        }
      });
      answer.once('end', () => resolve(told));
      answer.once('error', reject);
    });
    call.once('error', reject);
    call.end(body);
  });
}
