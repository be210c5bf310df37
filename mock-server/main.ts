import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { contract } from '#shared/contract/index';
import { secretNames } from '#shared/contract/secret';
import { createAnnounce } from './announce.ts';
import { type Config, ConfigError, localPassword, readConfig, settingWarnings } from './config.ts';
import { warmReadings } from './modules/base/pinyin.ts';
import { createProduct } from './product.ts';
import { StartRefusal, unusableFolder } from './start-refusal.ts';

/** Log paths to redact: all secret fields of the contract, except `code`, which errors have, too. */
const redactedPaths = [...secretNames(contract), 'cookie']
  .filter((name) => name !== 'code')
  .flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

const serverLimits = {
  requestTimeout: 300_000,
  headersTimeout: 30_000,
  maxHeaderSize: 16_384,
  // Longer than clients and proxies keep an idle connection: whoever sends into one that closes gets no answer.
  keepAliveTimeout: 75_000,
};

// Files of the server are readable by its own user alone: data, keys, pictures.
process.umask(0o077);
await start().catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof StartRefusal ? error.message : error);
  process.exit(1);
});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const level = config.logLevel ?? (config.mode === 'local' ? 'warn' : 'info');
  const log = pino({
    level,
    redact: redactedPaths,
    serializers: { error: pino.stdSerializers.err },
  });
  process.on('unhandledRejection', (error) => log.error({ error }, 'unhandled rejection'));

  for (const warning of settingWarnings(config)) log.warn(warning);
  const announceWork = createAnnounce((line) => console.log(line));
  let isReady = false;
  const product = await createProduct(config, log, () => isReady, { announce: announceWork }).catch(
    (error: unknown) => {
      const sentence = unusableFolder(error, config.dataDir);
      throw sentence === undefined ? error : new StartRefusal(sentence);
    },
  );
  const { deps } = product;
  const servers = await listen(() => createServer({ ...serverLimits, ...product.classes }, product.app), config);
  product.reachAt(ownAddress(servers[0]?.address() as AddressInfo));
  deps.pictures.warm();
  deps.metrics.watchProcess();
  isReady = true;
  product.beginRounds();
  announce(servers, config, deps.control?.token);
  warmReadings();
  // Read before the first question is asked, which would have to wait for it.
  void deps.knowledge.find('').catch((error: unknown) => log.error({ error }, 'the knowledge base was not read'));

  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    isReady = false;
    const graceMs = 10_000;
    const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    for (const server of servers) server.closeIdleConnections();
    await product.close(graceMs);
    for (const server of servers) server.closeAllConnections();
    await closed;
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** In local mode only this machine can connect, over IPv4 and, where there is one, IPv6. */
async function listen(make: () => Server, config: { host: string; port: number; mode: string }): Promise<Server[]> {
  if (config.host || config.mode === 'production') return [await bind(make(), config.port, config.host || undefined)];
  const first = await bind(make(), config.port, '127.0.0.1');
  const { port } = first.address() as AddressInfo;
  const second = await bind(make(), port, '::1').catch(() => undefined);
  return second ? [first, second] : [first];
}

/** Address at which this process reaches itself. */
function ownAddress({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function bind(server: Server, port: number, host: string | undefined): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new ConfigError(`端口 ${port} 已被占用。请关闭占用它的程序，或用 PORT=其他端口 启动。`)
          : error,
      );
    });
    server.listen(port, host, () => resolve(server));
  });
}

/** @param token of the control plane, in local mode */
function announce(servers: readonly Server[], config: Config, token: string | undefined): void {
  const [{ port } = { port: 0 }] = servers.map((server) => server.address() as AddressInfo);
  const base = `http://localhost:${port}`;
  const lines = [
    '',
    '  筑绘 AI 已就绪',
    '',
    `  用户端    ${base}/`,
    `  控制台    ${base}/admin/`,
    `  接口文档  ${base}/api/docs`,
  ];
  if (token) {
    // With HOST set, e.g. in a container, a request of the host has the gateway's address, which is not loopback.
    const key = config.host ? `?token=${token}` : '';
    lines.push(
      `  控制面    ${base}/__mock/${key}   （短信发件箱、时钟、数据重置）`,
      '',
      '  登录：任意手机号（如 13800000001）获取验证码，验证码在控制面的短信发件箱里。',
      `  控制台账号：admin，密码：${config.adminPassword ? '（ADMIN_PASSWORD 中设置的密码）' : localPassword}`,
    );
  }
  console.log(`${lines.join('\n')}\n`);
}
