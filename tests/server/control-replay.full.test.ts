import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineDrawing, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { drawPicture } from '../support/server-pictures.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const phoneNo = '13800000001';
const formats = ['curl', 'playwright'] as const;

let server: TestServer;
let folder: string;
let code: string;
const scripts = new Map<string, string>();
let recorded: Awaited<ReturnType<typeof statesOf>>;
const { control } = controlOf(() => server);

beforeAll(async () => {
  // Inside the repository, so that the script finds Playwright.
  await mkdir(path.join(root, 'test-results'), { recursive: true });
  folder = await mkdtemp(path.join(root, 'test-results', 'replay-'));
  server = await startTestServer();
  await recordStory();
  recorded = await statesOf(server);
  for (const format of formats) scripts.set(format, (await control('GET', `/journal/replay?format=${format}`)).text);
  code = server.sms.sent(phoneNo)[0]?.code ?? '';
  await server.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Sign-up, upload, a task and its result, an order that is paid, and a friend who looks. */
async function recordStory(): Promise<void> {
  const { visitor } = await server.login(phoneNo);
  const { imageId } = await visitor.upload(await drawPicture(), 'it\'s "one" $(file).png');
  const { taskId } = await visitor.api.startTask(lineDrawing(imageId, "key-'$1`"));
  await visitor.api.getTaskByTaskId({ taskId });
  const task = await server.settled(visitor, taskId);
  await (await visitor.fetch(`/api/images/${task.images[0]?.imageId}`)).arrayBuffer();
  const products = await visitor.fetch('/api/order/products?version=1.2&filter[0]={a..b}');
  await products.text();
  const { orderId, orderNo } = await visitor.api.createOrder({
    productId: 'normal-100',
    quantity: 1,
    payType: 'alipay',
  });
  await visitor.api.createAliPayOrder({ orderId });
  await control('POST', '/pay', { orderNo, action: 'pay' });
  expect((await visitor.api.checkOrder({ orderId })).status).toBe('completed');
  const friend = await server.member({ phoneNo: '13800000002' });
  await friend.api.userInfo();
}

/** States that a story leaves, without ids and moments. */
async function statesOf({ deps: { store } }: TestServer) {
  const tasks = await store.db.selectFrom('task').select(['tool', 'status']).execute();
  const orders = await store.db.selectFrom('purchase_order').select(['status', 'amount']).execute();
  const accounts = await store.db.selectFrom('account').select('phone_no').where('phone_no', 'is not', null).execute();
  return { tasks, orders, phones: accounts.map(({ phone_no }) => phone_no).sort() };
}

async function replay(format: (typeof formats)[number], script: string, env: Record<string, string>) {
  const file = path.join(folder, format === 'curl' ? 'replay.sh' : 'replay.mjs');
  await writeFile(file, script);
  const program = format === 'curl' ? 'bash' : process.execPath;
  const paths = `${path.dirname(process.execPath)}:${process.env.PATH}`;
  return run(program, [file], { env: { ...process.env, PATH: paths, REPLAY_WAIT: '30', ...env } }).then(
    ({ stdout }) => ({ isDone: true, words: stdout }),
    (error: { stderr: string }) => ({ isDone: false, words: error.stderr }),
  );
}

describe.concurrent.each(formats)('the script for %s', (format) => {
  it('holds no secret, and carries ids in variables', () => {
    const script = scripts.get(format) ?? '';
    expect(script).not.toMatch(/…[0-9a-f]{12}/);
    expect(script).not.toMatch(/\b(?:task|img|order)_[0-9a-z]{20}/);
    expect(script).not.toContain(code);
    expect(script).toContain('taskId');
    expect(script).toMatch(/略去 POST \/api\/order\/notify\/alipay/);
  });

  it('does on a new server what was done, and stops where something comes out otherwise', async () => {
    const fresh = await startTestServer();
    const script = scripts.get(format) ?? '';
    expect(await replay(format, script, { BASE_URL: fresh.origin })).toMatchObject({ isDone: true });
    expect(await statesOf(fresh)).toEqual(recorded);
    const again = await replay(format, script, { BASE_URL: fresh.origin });
    expect(again.isDone).toBe(false);
    expect(again.words).toMatch(/^第 1 步：状态应为 200，实为 429/);
    await fresh.close();
  });
});
