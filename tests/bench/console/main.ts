import path from 'node:path';
import autocannon from 'autocannon';
import Database from 'better-sqlite3';
import { localPassword } from '../../../mock-server/config.ts';
import { type Measurement, say, tell } from '../measurement.ts';
import { type BenchParts, benchParts } from '../parts.ts';
import { startServer } from '../server.ts';
import { type BenchList, benchLists, filtersOf, longLists, sortsOf, typed } from './questions.ts';
import { consoleFolder } from './seed.ts';

const rounds = 5;

/** The console over 100,000 accounts and a million tasks, ledger rows and orders each. */
const parts: BenchParts = {
  lists: async () => {
    const folder = await consoleFolder();
    forgetStatistics(folder);
    const before = await withStaff(folder, (staff) => benchEveryList(staff, 'before ANALYZE'));
    say('ANALYZE');
    sqlOn(folder, 'ANALYZE');
    return [...before, ...(await withStaff(folder, (staff) => benchEveryList(staff, 'after ANALYZE')))];
  },
  health: async () => withStaff(await consoleFolder(), benchHealth),
  export: async () => withStaff(await consoleFolder(), benchExport),
};

export const benchConsole = (asked: readonly string[] = []): Promise<Measurement[]> => benchParts(parts, asked);

interface Staff {
  server: Awaited<ReturnType<typeof startServer>>;
  cookie: string;
  ask(path: string): Promise<Response>;
}

async function withStaff<T>(folder: string, body: (staff: Staff) => Promise<T>): Promise<T> {
  // Pictures that the first start goes on making would be measured with it.
  const server = await startServer(folder, { GALLERY_MORE: '0' });
  try {
    const answer = await fetch(`${server.origin}/api/user/manage/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'admin', password: localPassword }),
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const ask = async (address: string) => {
      const response = await fetch(server.origin + address, { headers: { cookie } });
      if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
      return response;
    };
    return await body({ server, cookie, ask });
  } finally {
    await server.stop();
  }
}

function sqlOn(folder: string, statement: string): void {
  const db = new Database(path.join(folder, 'zhuhui.db'));
  db.exec(statement);
  db.close();
}

function forgetStatistics(folder: string): void {
  const db = new Database(path.join(folder, 'zhuhui.db'));
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'").pluck().all() as string[];
  for (const table of tables) db.exec(`DELETE FROM ${table}`);
  db.close();
}

async function benchEveryList(staff: Staff, when: string): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const list of benchLists.filter(({ name }) => longLists.includes(name)))
    measured.push(...(await benchList(staff, list, when)));
  return measured;
}

async function benchList(staff: Staff, list: BenchList, when: string): Promise<Measurement[]> {
  const target = 'p95 at most 100 ms';
  const query = (asked: string) => `${list.path}?_start=0&_end=25${asked && `&${asked}`}`;
  const told = (what: string, ours: number) =>
    tell({ name: `${list.name} ${what}, ${when}`, ours, unit: 'ms', target });
  const rows = (await (await staff.ask(query(''))).json()) as Array<Record<string, unknown>>;
  const first = await timesOf(staff, [query('')], 40);
  const measured = [told('first page, p50', percentile(first, 0.5)), told('first page, p95', percentile(first, 0.95))];
  const groups: Array<[what: string, asked: string[]]> = [
    ['filter', filtersOf(list, rows)],
    ['sort', sortsOf(list)],
    ['search', list.definition.hasSearch ? typed.map((text) => `q=${encodeURIComponent(text)}`) : []],
  ];
  for (const [what, asked] of groups) {
    const all: Array<{ each: string; times: number[] }> = [];
    for (const each of asked) all.push({ each, times: await timesOf(staff, [query(each)], rounds) });
    if (all.length === 0) continue;
    const times = all.flatMap((one) => one.times);
    measured.push(told(`every ${what} (${all.length}), p50`, percentile(times, 0.5)));
    measured.push(told(`every ${what} (${all.length}), p95`, percentile(times, 0.95)));
    for (const { each, times: own } of all)
      if (percentile(own, 0.5) > 100)
        say(`${list.name}?${decodeURIComponent(each)}: ${Math.round(percentile(own, 0.5))} ms`);
  }
  const one = await timesOf(
    staff,
    rows.slice(0, 20).map(({ id }) => `${list.path}?id=${id}`),
    40,
  );
  measured.push(
    tell({
      name: `${list.name} one row, p95, ${when}`,
      ours: percentile(one, 0.95),
      unit: 'ms',
      target: 'at most 20 ms',
    }),
  );
  return measured;
}

async function timesOf({ ask }: Staff, addresses: readonly string[], times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < times; round++) {
    const startedAt = performance.now();
    await (await ask(addresses[round % addresses.length] as string)).arrayBuffer();
    taken.push(performance.now() - startedAt);
  }
  return taken;
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** `/api/health` while every list is leafed through and 100,000 rows are exported. */
async function benchHealth(staff: Staff): Promise<Measurement[]> {
  let isOver = false;
  const lists = async () => {
    while (!isOver)
      for (const { path: address, definition } of benchLists) {
        await (await staff.ask(`${address}?_start=0&_end=25`)).arrayBuffer();
        if (definition.hasSearch)
          await (await staff.ask(`${address}?_start=0&_end=25&q=${encodeURIComponent('王')}`)).arrayBuffer();
      }
  };
  const exporting = async () => {
    while (!isOver) await (await staff.ask('/api/admin/v1/accounts/export?format=xlsx')).arrayBuffer();
  };
  const busy = Promise.all([lists(), exporting()]);
  say('15 s of questions while lists and exports run');
  const { latency } = await autocannon({
    url: `${staff.server.origin}/api/health`,
    connections: 4,
    duration: 15,
    overallRate: 200,
  });
  isOver = true;
  await busy;
  return [
    tell({
      name: 'GET /api/health p99 while every list and an export of 100,000 rows run',
      ours: latency.p99,
      unit: 'ms',
      target: 'at most 50 ms',
    }),
    tell({ name: 'the longest of them', ours: latency.max, unit: 'ms' }),
  ];
}

/** Time and memory of an export of 100,000 accounts. */
async function benchExport(staff: Staff): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  await (await staff.ask('/api/admin/v1/accounts?_start=0&_end=25')).arrayBuffer();
  for (const format of ['csv', 'xlsx']) {
    const before = staff.server.residentMegabytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, staff.server.residentMegabytes());
    }, 50);
    const startedAt = performance.now();
    const bytes = (await (await staff.ask(`/api/admin/v1/accounts/export?format=${format}`)).arrayBuffer()).byteLength;
    clearInterval(watch);
    measured.push(
      tell({
        name: `export of 100,000 accounts as ${format} (${(bytes / 1e6).toFixed(1)} MB)`,
        ours: performance.now() - startedAt,
        unit: 'ms',
      }),
      tell({ name: `memory it added, ${format}`, ours: most - before, unit: 'MB', target: 'at most 100 MB' }),
    );
  }
  return measured;
}
