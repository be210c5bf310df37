import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A port in front of a server, which a test can shut: what was not passed on by then never arrives. A process whose
 * relay is shut is, for the server behind it, killed.
 *
 * @param target origin of the server, `http://host:port`
 */
export async function startRelay(target: string) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;

  /** Takes effect at once. */
  function shut(): void {
    server.close();
    for (const socket of open) socket.destroy();
  }

  return {
    origin: `http://127.0.0.1:${own}`,
    shut,
    /** Opens it again on the same port. */
    async reopen(): Promise<void> {
      if (!server.listening) await listen(own);
    },
    close: shut,
  };
}
