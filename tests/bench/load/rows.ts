import autocannon from 'autocannon';
import { localPassword } from '../../../mock-server/config.ts';
import { type Measurement, say, tell } from '../measurement.ts';
import { buy, makeAccount } from '../orders.ts';
import { type BenchServer, startServer } from '../server.ts';
import { quantile } from '../worlds/ask.ts';
import { startPeers } from './peers.ts';

const runs = 10;
const seconds = 2;
const orders = 25;

export interface OrderDesk {
  server: BenchServer;
  /** Session of a member of staff; every answer checks it. */
  cookie: string;
  rows: ReadonlyArray<{ id: string }>;
}

const pageOfOrders = '/api/admin/v1/orders?_start=0&_end=25&_sort=createdAt&_order=desc';
export const rowOfOrders = (id: string): string => `/api/admin/v1/orders/${id}`;

/** Starts a server with 25 orders, as the console sees them. */
export async function openOrderDesk(nodeOptions: readonly string[] = []): Promise<OrderDesk> {
  const server = await startServer(undefined, {
    GALLERY_MORE: 'false',
    ...(nodeOptions.length > 0 && { NODE_OPTIONS: nodeOptions.join(' ') }),
  });
  const buyer = await makeAccount(server.origin);
  for (let order = 0; order < orders; order++) await buy(server.origin, buyer);
  const login = await fetch(`${server.origin}/api/user/manage/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'admin', password: localPassword }),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const rows = (await (await fetch(server.origin + pageOfOrders, { headers: { cookie } })).json()) as { id: string }[];
  return { server, cookie, rows };
}

/**
 * The same orders at this server and at other mock servers, in answers a second: medians of runs that take turns, since a
 * machine's speed changes while it is measured.
 */
export async function measureRows(): Promise<Measurement[]> {
  const { server, cookie, rows } = await openOrderDesk();
  const peers = await startPeers(rows);
  const id = rows[0]?.id ?? '';
  try {
    const measured: Measurement[] = [];
    for (const { what, target, addresses } of [
      { what: 'one page', target: 1.2, addresses: [pageOfOrders, ...peers.map(({ page }) => page)] },
      { what: 'one row', target: 1, addresses: [rowOfOrders(id), ...peers.map(({ rowOf }) => rowOf(id))] },
    ]) {
      say(`${runs} runs in turns, ${what}`);
      const all = [server, ...peers].map(({ origin }, index) => ({ url: origin + addresses[index], index }));
      const rates: number[][] = all.map(() => []);
      for (let run = -1; run < runs; run++)
        for (const { url, index } of run % 2 === 0 ? all : all.toReversed()) {
          const rate = await answersPerSecond(url, index === 0 ? cookie : '');
          // The first run of each warms it up.
          if (run >= 0) rates[index]?.push(rate);
        }
      const [own = [], ...others] = rates;
      others.forEach((theirs, peer) => {
        const ratio = quantile(
          own.map((rate, run) => rate / (theirs[run] ?? rate)),
          0.5,
        );
        const beside = `${peers[peer]?.name} (${Math.round(quantile(theirs, 0.5))} a second)`;
        measured.push(
          tell({
            ...{ name: `orders, ${what}, session checked, beside ${beside}`, unit: 'per second' },
            ...{ ours: quantile(own, 0.5), ratio: Math.round(100 * ratio) / 100 },
            target: `ratio at least ${target}`,
          }),
        );
      });
    }
    return measured;
  } finally {
    for (const peer of peers) peer.stop();
    await server.stop();
  }
}

export async function answersPerSecond(url: string, cookie: string, duration = seconds): Promise<number> {
  const { requests, non2xx } = await autocannon({ url, connections: 8, duration, headers: { cookie } });
  if (non2xx > 0) throw new Error(`${non2xx} of the requests to ${url} were refused`);
  return requests.total / duration;
}
