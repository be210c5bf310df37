/**
 * The flows of `../python/flows.py` with the client that openapi-typescript makes of the description: `api.d.ts` stands
 * beside this file where it is checked and run. Prints the name of every flow that went through, one a line.
 *
 *     node flows.ts ORIGIN ADMIN_PASSWORD picture.png [WORLD]
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Schemas = components['schemas'];

const [origin = '', adminPassword = '', pictureFile = '', world] = process.argv.slice(2);
const worldHeader: Record<string, string> = world === undefined ? {} : { 'x-mock-space': world };

/** A client that keeps cookies, as one browser. */
function browser() {
  const cookies = new Map<string, string>();
  return createClient<paths>({
    baseUrl: origin,
    headers: worldHeader,
    async fetch(request) {
      if (cookies.size > 0) request.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      const response = await fetch(request);
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return response;
    },
  });
}
type Browser = ReturnType<typeof browser>;

/** The `data` of an answer in the envelope. @throws Error with what the API says */
async function dataOf<T>(call: Promise<{ data?: { data: T }; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (!data) throw new Error(JSON.stringify(error));
  return data.data;
}

/** An answer of the console, which has no envelope. @throws Error with what the API says */
async function bare<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function control<T>(path: string, values?: object): Promise<T> {
  const init = {
    method: 'POST',
    headers: { ...worldHeader, 'content-type': 'application/json' },
    body: JSON.stringify(values),
  };
  return (await (await fetch(origin + path, values ? init : { headers: worldHeader })).json()) as T;
}

let phones = 0;
const nextPhone = () => `1381234${String(++phones).padStart(4, '0')}`;

async function codeFor(client: Browser, phoneNo: string): Promise<string> {
  await dataOf(client.POST('/api/sms/sendCode', { body: { phoneNo } }));
  const [sent] = await control<Array<{ code: string }>>(`/__mock/sms?phoneNo=${phoneNo}`);
  return sent?.code ?? '';
}

/** A browser that is logged in to a new account, without a code. */
async function member(phoneNo = nextPhone()) {
  const client = browser();
  await dataOf(client.POST('/api/login/test', { body: { phoneNo } }));
  return client;
}

async function staff() {
  const client = browser();
  await dataOf(client.POST('/api/user/manage/login', { body: { account: 'admin', password: adminPassword } }));
  return client;
}

async function upload(client: Browser): Promise<Schemas['UploadedImage']> {
  const form = new FormData();
  form.set('file', new File([readFileSync(pictureFile)], 'picture.png'));
  return dataOf(client.POST('/api/upload/image', { body: { file: '' }, bodySerializer: () => form }));
}

/** The `data` of the events of a stream. */
async function* eventsOf(stream: ReadableStream<Uint8Array> | null | undefined): AsyncGenerator<string> {
  const reader = stream?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = '';
  for (;;) {
    const read = await reader?.read();
    if (!read || read.done) return;
    const events = (text + read.value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').filter((line) => line.startsWith('data: '));
      if (data.length > 0) yield data.map((line) => line.slice('data: '.length)).join('\n');
    }
  }
}

/** Starts a task and follows its events to the end. */
async function finished(client: Browser, start: Schemas['StartTask']): Promise<Schemas['Task']> {
  const leaving = new AbortController();
  const { data } = await client.GET('/api/ai/taskEvents', { parseAs: 'stream', signal: leaving.signal });
  const { taskId } = await dataOf(client.POST('/api/ai/startTask', { body: start }));
  for await (const event of eventsOf(data)) {
    const task = JSON.parse(event) as Schemas['Task'];
    if (task.taskId !== taskId || task.status === 'queued' || task.status === 'running') continue;
    leaving.abort();
    return task;
  }
  throw new Error('the stream of events ended before the task');
}

async function drawn(client: Browser): Promise<Schemas['TaskImage']> {
  const { imageId } = await upload(client);
  const task = await finished(client, { tool: 'toline', params: { upload_img: imageId }, clientKey: imageId });
  const [image] = task.images;
  assert.ok(image, task.error?.message);
  return image;
}

/** Orders a product and pays for it with the simulated channel. */
async function bought(client: Browser, productId: string): Promise<Schemas['Order']> {
  const made = await dataOf(client.GET('/api/order/createOrder', { params: { query: { productId } } }));
  const { orderId, orderNo } = made;
  await dataOf(client.GET('/api/order/createAliPayOrder', { params: { query: { orderId } } }));
  await control('/__mock/pay', { orderNo, action: 'pay' });
  const order = await dataOf(client.GET('/api/order/completeOrder', { params: { query: { orderId } } }));
  assert.equal(order.status, 'completed');
  return order;
}

async function published(title: string): Promise<number> {
  const author = await member();
  const { imageId } = await upload(author);
  const body = { imageId, title, clientKey: title };
  const { id } = await dataOf(author.POST('/api/inspiration/publish', { body }));
  const reviewer = await staff();
  await bare(reviewer.POST('/api/admin/v1/galleryReviews/{id}/approve', { params: { path: { id } } }));
  return id;
}

/** Never called: what the types of the description refuse. */
export function refusedByTypes(client: Browser, clientKey: string) {
  // @ts-expect-error a tool that there is not
  void client.POST('/api/ai/startTask', { body: { tool: 'nothing', params: { upload_img: 'a' }, clientKey } });
  // @ts-expect-error the picture is missing
  void client.POST('/api/ai/startTask', { body: { tool: 'toline', params: {}, clientKey } });
  const params = { upload_img: 'a', lineStyle: 'none' as const };
  // @ts-expect-error a choice that the form does not have
  void client.POST('/api/ai/startTask', { body: { tool: 'toline', params, clientKey } });
  // @ts-expect-error a call that there is not
  void client.GET('/api/ai/nothing');
}

const flows = {
  async sign_up_and_draw() {
    const client = browser();
    const { error, response } = await client.GET('/api/user/userInfo');
    assert.deepEqual([response.status, error?.error.reason], [401, 'auth.required']);
    const phoneNo = nextPhone();
    const verifyCode = await codeFor(client, phoneNo);
    const login = await dataOf(client.POST('/api/user/login', { body: { phoneNo, verifyCode } }));
    assert.equal(login.isNew, true);
    const task = await drawn(client);
    const { data } = await client.GET('/api/images/{imageId}', {
      params: { path: { imageId: task.imageId }, query: { format: 'png' } },
      parseAs: 'arrayBuffer',
    });
    assert.equal(Buffer.from(data as ArrayBuffer).toString('latin1', 1, 4), 'PNG');
  },

  async pay() {
    const client = await member();
    const left = () => dataOf(client.GET('/api/ai/totalTicket', { params: { query: { type: 1 } } }));
    const before = await left();
    await bought(client, 'normal-20');
    assert.equal((await left()) - before, 20);
  },

  async refund() {
    const client = await member();
    const { orderId, orderNo } = await bought(client, 'normal-100');
    const query = { orderId };
    const quote = await dataOf(client.GET('/api/order/refundQuote', { params: { query } }));
    await dataOf(client.POST('/api/order/requestRefund', { body: { orderId, reason: '买错了' } }));
    const approver = await staff();
    const rows = await bare(approver.GET('/api/admin/v1/refunds', { params: { query: { status: ['requested'] } } }));
    const waiting = rows.find((row) => row.orderNo === orderNo);
    const path = { id: waiting?.id ?? '' };
    await bare(approver.POST('/api/admin/v1/refunds/{id}/approve', { params: { path } }));
    await control('/__mock/clock', { advanceMs: 1000 });
    const ended = await dataOf(client.GET('/api/order/checkOrder', { params: { query } }));
    assert.deepEqual([ended.status, ended.refundedAmount], ['refunded', quote.amount]);
  },

  async membership() {
    const client = await member();
    const { products } = await dataOf(client.GET('/api/order/products'));
    await bought(client, products.find(({ plan }) => plan === 'pro')?.productId ?? '');
    assert.equal((await dataOf(client.GET('/api/user/membership'))).plan, 'pro');
    const { purses } = await dataOf(client.GET('/api/ai/ticketSummary'));
    assert.ok(purses.some(({ lots }) => lots.some(({ source }) => source === 'plan')));
  },

  async gallery_search() {
    const number = await published('溪边木屋');
    const query = { keyword: '溪边木屋' };
    const { counts } = await dataOf(browser().GET('/api/inspiration/search', { params: { query } }));
    assert.equal(counts.pictures, 1);
    const { list } = await dataOf(browser().GET('/api/inspiration/pictures', { params: { query } }));
    assert.deepEqual(
      list.map(({ id }) => id),
      [number],
    );
  },

  async collect() {
    const number = await published('海边书店');
    const client = await member();
    const body = { name: '书店', clientKey: 'folder' };
    const { id } = await dataOf(client.POST('/api/inspiration/collections', { body }));
    const kept = { pictureIds: [number], folderId: id };
    await dataOf(client.POST('/api/inspiration/collect', { body: kept }));
    const folder = await dataOf(client.GET('/api/inspiration/collections/{id}', { params: { path: { id } } }));
    assert.equal(folder.pictureCount, 1);
  },

  async share() {
    const client = await member();
    const { imageId } = await drawn(client);
    const { token } = await dataOf(client.POST('/api/share/create', { body: { imageId, days: 7 } }));
    const params = { path: { token } };
    assert.equal((await dataOf(browser().GET('/api/share/link/{token}', { params }))).tool, 'toline');
    assert.equal((await client.DELETE('/api/share/link/{token}', { params })).response.status, 200);
    const { response, error } = await browser().GET('/api/share/link/{token}', { params });
    assert.deepEqual([response.status, error?.error.reason], [410, 'share.ended']);
  },

  async assistant_stream() {
    const client = await member();
    const { data } = await client.POST('/api/ai/gptTalkStream', {
      body: { message: '怎样购买会员？', requestId: 'question' },
      parseAs: 'stream',
    });
    const events: Array<Schemas['ChatEvent']> = [];
    for await (const event of eventsOf(data)) if (event !== '[DONE]') events.push(JSON.parse(event));
    const last = events.at(-1);
    assert.equal(last?.answer?.state, 'done');
    assert.equal(events[0]?.question?.text, '怎样购买会员？');
    const told = events.map(({ delta }) => delta).join('');
    assert.equal(`${events[0]?.answer?.text}${told}`, last.answer?.text);
  },

  async scan_login() {
    const client = browser();
    const { ticket } = await dataOf(client.GET('/api/wx/getQRCode'));
    for (const action of ['scan', 'confirm']) await control('/__mock/wx/scan', { ticket, action, person: 'chen' });
    const scan = await dataOf(client.GET('/api/wx/cheakScan', { params: { query: { ticket } } }));
    assert.deepEqual([scan.status, scan.needsPhone], ['confirmed', true]);
    const phoneNo = nextPhone();
    const verifyCode = await codeFor(client, phoneNo);
    const body = { phoneNo, verifyCode, type: 3, scanTicket: ticket };
    const login = await dataOf(client.POST('/api/user/login', { body }));
    assert.equal((await dataOf(client.GET('/api/user/userInfo'))).userId, login.userInfo.userId);
  },

  async console() {
    const phoneNo = nextPhone();
    const { userId } = await dataOf((await member(phoneNo)).GET('/api/user/userInfo'));
    const query = { id: [userId], _start: 0, _end: 10, _sort: ['createdAt'], _order: ['desc'] };
    const client = await staff();
    const { data, response } = await client.GET('/api/admin/v1/accounts', { params: { query } });
    assert.deepEqual(
      data?.map((row) => row.id),
      [userId],
    );
    assert.equal(response.headers.get('x-total-count'), '1');
  },
};

for (const [name, flow] of Object.entries(flows)) {
  await flow();
  console.log(name);
}

// A server keeps idle connections for more than a minute; the program does not wait for that.
process.exit();
