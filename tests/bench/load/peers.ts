import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../server.ts';

export interface Peer {
  name: string;
  origin: string;
  /** Address of the first page of 25 orders, the newest first. */
  page: string;
  rowOf: (id: string) => string;
  stop: () => void;
}

/** The peers are no part of the product: they are installed once, in a folder of their own. */
const folder = path.join(tmpdir(), 'zhuhui-bench-peers');
const packages = { 'json-server': '0.17.4', '@mockoon/cli': '9.9.0' };

/** Mock servers that serve the same orders on this computer, each in a process of its own. */
export async function startPeers(orders: readonly object[]): Promise<Peer[]> {
  install();
  const [jsonServer, mockoon] = [await freePort(), await freePort()];
  const rows = writeData('rows.json', { orders });
  const environment = writeData('environment.json', mockoonEnvironment(orders, mockoon));
  return [
    {
      name: 'json-server',
      page: '/orders?_start=0&_end=25&_sort=createdAt&_order=desc',
      rowOf: (id) => `/orders/${id}`,
      ...(await start(jsonServer, [
        'json-server/lib/cli/bin.js',
        ...['--quiet', '--port', String(jsonServer), '--host', '127.0.0.1', rows],
      ])),
    },
    {
      name: 'Mockoon',
      page: '/orders?limit=25&page=1&sort=createdAt&order=desc',
      rowOf: (id) => `/orders/${id}`,
      ...(await start(mockoon, [
        '@mockoon/cli/bin/run.js',
        ...['start', '--repair', '--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '0'],
        ...['--data', environment],
      ])),
    },
  ];
}

function install(): void {
  const wanted = JSON.stringify({ private: true, dependencies: packages });
  const isThere = Object.keys(packages).every((name) => existsSync(path.join(folder, 'node_modules', name)));
  if (isThere) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), wanted);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

function writeData(name: string, data: object): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(data));
  return file;
}

/** One route that reads, pages, sorts and changes the rows, as Mockoon's own editor makes it. */
function mockoonEnvironment(orders: readonly object[], port: number): object {
  const response = {
    ...{ uuid: 'response', label: '', statusCode: 200, headers: [], rules: [], default: true },
    ...{ bodyType: 'DATABUCKET', databucketID: 'rows', crudKey: 'id', body: '{}' },
  };
  const route = { uuid: 'route', type: 'crud', method: '', endpoint: 'orders', responses: [response] };
  return {
    ...{ uuid: 'orders', lastMigration: 33, name: 'orders', port, hostname: '127.0.0.1', folders: [] },
    ...{ routes: [route], rootChildren: [{ type: 'route', uuid: 'route' }] },
    ...{ headers: [{ key: 'Content-Type', value: 'application/json' }], cors: false },
    ...{ data: [{ uuid: 'data', id: 'rows', name: 'orders', value: JSON.stringify(orders) }] },
  };
}

async function start(port: number, [entry = '', ...values]: string[]): Promise<Pick<Peer, 'origin' | 'stop'>> {
  const child = spawn(process.execPath, [path.join(folder, 'node_modules', entry), ...values], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${origin}/orders`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${entry} ended before it was ready`);
    await Promise.race([once(child, 'exit'), delay(100)]);
  }
  return { origin, stop: () => child.kill() };
}
