import type { Task } from '#shared/contract/task';
import { orderStatusLabels } from '#shared/domain/order-status';
import { hour, minute, second } from '#shared/domain/time';
import type { FaultStep } from '../../mock-server/adapters/fault-points.ts';
import { enlargement, type Member, type TestServer } from './server.ts';
import { openChatStream, type TestModels } from './server-chat.ts';
import { controlOf } from './server-control.ts';
import type { TestEngine } from './server-engine.ts';
import { ordersOf } from './server-orders.ts';
import { drawPicture } from './server-pictures.ts';
import type { RawAnswer, Visitor } from './server-visitor.ts';

export interface FaultStage {
  server: TestServer;
  engine: TestEngine;
  models: TestModels;
  /** Sets the fault of the case; before that, none is set. */
  strike(): Promise<void>;
  /** Removes it. */
  mend(): Promise<void>;
}

/** Tells in Chinese what came of a fault. */
type Scenario = (stage: FaultStage) => Promise<string>;

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const taskWords = { queued: '排队', running: '生成中', succeeded: '成功', failed: '失败', canceled: '已取消' } as const;

const post = (visitor: Visitor, path: string, body: object): Promise<RawAnswer> =>
  visitor.raw('POST', path, json, JSON.stringify(body));

/** `200`, or `503「短信发送失败，请稍后重试」`. */
function answered({ status, json: body }: Pick<RawAnswer, 'status' | 'json'>): string {
  if (status < 400) return String(status);
  const { error } = body as { error: { message: string } };
  return `${status}「${error.message}」`;
}

/** A task in words, with what became of its tickets. */
function taskState({ status, error, ticket }: Task): string {
  const tickets = [
    ticket.held > 0 && `预扣 ${ticket.held} 券`,
    ticket.spent > 0 && `收 ${ticket.spent} 券`,
    ticket.returned > 0 && `退 ${ticket.returned} 券`,
  ].filter(Boolean);
  return `任务${taskWords[status]}${error ? `「${error.message}」` : ''}${tickets.length > 0 ? `（${tickets.join('，')}）` : ''}`;
}

const join = (...parts: Array<string | false>): string => parts.filter((part) => part !== false).join('；');

async function uploaded(member: Member): Promise<string> {
  return (await member.upload(await drawPicture())).imageId;
}

/** Waits for the task as long as it is tried again. */
async function lastState(server: TestServer, member: Member, taskId: string): Promise<Task> {
  let task = await server.settled(member, taskId);
  for (let minutes = 0; minutes < 5 && (task.status === 'queued' || task.status === 'running'); minutes++) {
    await server.pass(minute);
    task = await server.settled(member, taskId);
  }
  return task;
}

async function runTask({ server, strike, mend }: FaultStage): Promise<string> {
  const member = await server.member();
  const imageId = await uploaded(member);
  await strike();
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  const first = await server.settled(member, taskId);
  const last = await lastState(server, member, taskId);
  await mend();
  const [output] = last.images;
  const size = output ? `，结果 ${output.width} × ${output.height}` : '';
  return join(first.status !== last.status && taskState(first), taskState(last) + size);
}

/** Asks for a code twice, more than the pause between two of them apart. */
async function askTwice(
  { server, strike, mend }: FaultStage,
  ask: (visitor: Visitor) => Promise<RawAnswer>,
  sent: () => number,
): Promise<string> {
  await strike();
  const states = [];
  for (const times of ['第一次', '第二次']) {
    const before = sent();
    const answer = await ask(server.visitor());
    states.push(`${times}答复 ${answered(answer)}，${sent() > before ? '收到验证码' : '没有验证码'}`);
    server.clock.set({ advanceMs: 2 * minute });
  }
  await mend();
  return join(...states);
}

let phones = 0;
/** Pictures with a size, and so a file, of their own. */
let pictures = 0;
const newPhone = () => `1370000${String(++phones).padStart(4, '0')}`;

const shopOf = ({ server }: FaultStage) => ordersOf(() => server);

async function paidState(stage: FaultStage, orderId: string): Promise<string> {
  const shop = shopOf(stage);
  const { status, paid_amount: paid } = await shop.row(orderId);
  const tickets = (await shop.lots(orderId)).reduce((sum, { amount }) => sum + amount, 0);
  const arrived = paid !== null && tickets > 0 ? `，到账 ${tickets} 券` : '，没有到账';
  return `订单${orderStatusLabels[status]}${arrived}`;
}

async function queryPayment(stage: FaultStage): Promise<string> {
  const { server, strike, mend } = stage;
  const member = await server.member();
  const shop = shopOf(stage);
  const { orderId, orderNo } = await shop.order(member);
  await shop.play(orderNo, 'pay', { isSilent: true });
  server.clock.set({ advanceMs: 2 * second });
  await strike();
  const answer = await member.raw('GET', `/api/order/completeOrder?orderId=${orderId}`);
  const asked = `买家确认付款，答复 ${answered(answer)}，${await paidState(stage, orderId)}`;
  await server.pass(3 * second);
  await server.pass(minute);
  const later = `一分钟后${await paidState(stage, orderId)}`;
  await mend();
  await server.pass(hour);
  return join(asked, later, `撤下后${await paidState(stage, orderId)}`);
}

async function notifyPayment(stage: FaultStage): Promise<string> {
  const { server, strike, mend } = stage;
  const member = await server.member();
  const shop = shopOf(stage);
  const { orderId, orderNo } = await shop.order(member);
  await strike();
  const { status } = await server.visitor().raw('POST', `/pay/${orderNo}`, form, 'action=pay');
  await server.deps.simulatedPayment?.deliverDue();
  const verdicts = async () => (await shop.verdicts(orderNo)).join('、') || '无';
  const first = `收银台答复 ${status}，通知判为 ${await verdicts()}，${await paidState(stage, orderId)}`;
  await server.pass(5 * second);
  await server.pass(minute);
  const differences = await shop.differences(orderNo);
  const listed = differences.length > 0 && `差异 ${differences.join('、')} 待员工处理`;
  await mend();
  return join(first, `一分钟后通知判为 ${await verdicts()}，${await paidState(stage, orderId)}`, listed);
}

async function refundPayment(stage: FaultStage): Promise<string> {
  const { server, strike, mend } = stage;
  const member = await server.member();
  const shop = shopOf(stage);
  const { orderId, orderNo } = await shop.order(member);
  await member.api.cancelOrder({ orderId });
  await shop.play(orderNo, 'late');
  const { control } = controlOf(() => server);
  const state = async () => {
    const { trades } = (await control('GET', '/pay')).json as { trades: Array<{ orderNo: string; refunded: number }> };
    const { refunded = 0 } = trades.find((trade) => trade.orderNo === orderNo) ?? {};
    const { refund } = await member.api.checkOrder({ orderId });
    const { status } = await shop.row(orderId);
    return `订单${orderStatusLabels[status]}（${refund?.status}），渠道退了 ${refunded / 100} 元`;
  };
  await strike();
  await server.pass(second);
  const first = await state();
  await server.pass(minute);
  const later = await state();
  await mend();
  await server.pass(2 * hour);
  return join(`起初${first}`, `一分钟后${later}`, `撤下后${await state()}`);
}

async function storeFile({ server, strike, mend }: FaultStage): Promise<string> {
  const member = await server.member();
  const imageId = await uploaded(member);
  const bytes = await drawPicture('png', { width: 300, height: 260 + ++pictures });
  await strike();
  const upload = await member.upload(bytes).then(
    () => '200',
    (error: { status: number; message: string }) => `${error.status}「${error.message}」`,
  );
  await strike();
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  const first = taskState(await server.settled(member, taskId));
  await server.pass(minute);
  const later = taskState(await server.settled(member, taskId));
  await mend();
  const last = taskState(await lastState(server, member, taskId));
  return join(`上传答复 ${upload}`, first, later !== first && `一分钟后${later}`, last !== later && `撤下后${last}`);
}

async function readFile({ server, strike, mend }: FaultStage): Promise<string> {
  const member = await server.member();
  const imageId = await uploaded(member);
  const path = `/api/images/${imageId}`;
  await strike();
  const picture = answered(await member.raw('GET', path));
  await strike();
  const start = await post(member, '/api/ai/startTask', enlargement(imageId, 4));
  const { data } = start.json as { data: { taskId: string } | null };
  if (!data) {
    await mend();
    return join(
      `图片答复 ${picture}`,
      `开始任务答复 ${answered(start)}`,
      `撤下后图片答复 ${answered(await member.raw('GET', path))}`,
    );
  }
  const first = await server.settled(member, data.taskId);
  const last = taskState(await lastState(server, member, data.taskId));
  await mend();
  return join(
    `图片答复 ${picture}`,
    first.status === 'queued' && taskState(first),
    last,
    `撤下后图片答复 ${answered(await member.raw('GET', path))}`,
  );
}

async function writeDatabase(stage: FaultStage): Promise<string> {
  const { server, engine, strike, mend } = stage;
  const member = await server.member();
  const imageId = await uploaded(member);
  await strike();
  const order = await member.raw('GET', '/api/order/createOrder?productId=normal-20&payType=alipay');
  await mend();
  const tickets = () => member.api.totalTicket({ type: 1 });
  const before = await tickets();
  await strike();
  const start = await post(member, '/api/ai/startTask', enlargement(imageId, 4));
  await mend();
  const spent = start.status === 200 ? '' : `，扣 ${before - (await tickets())} 券`;
  await server.deps.runner.idle();

  engine.hold();
  const { taskId } = await member.api.startTask(enlargement(imageId, 4));
  await engine.waiting();
  await strike();
  engine.release();
  await server.deps.runner.idle();
  await mend();
  const last = taskState(await lastState(server, member, taskId));
  return join(`下单答复 ${answered(order)}`, `开始任务答复 ${answered(start)}${spent}`, `运行完时遇到，撤下后${last}`);
}

async function answerQuestion({ server, models, strike, mend }: FaultStage): Promise<string> {
  models.answerBy(async function* answer() {
    yield { type: 'text', text: '一二三四五六' };
    yield { type: 'end', why: 'stop' };
  });
  const member = await server.member({ tickets: { gpt: 20 } });
  await strike();
  const states = [];
  for (const times of ['第一问', '第二问']) {
    const stream = await openChatStream(member, { message: '你好', model: 'paid' });
    await stream.ended;
    const { answer, error } = stream.events.at(-1) ?? {};
    const said = error ? `「${error.message}」` : '';
    states.push(`${times}：回答 ${answer?.state}${said}，留下 ${answer?.text.length} 字，收 ${answer?.cost} 券`);
  }
  await mend();
  return join(...states);
}

async function askNetworks({ server, strike, mend }: FaultStage): Promise<string> {
  const member = await server.member();
  const { imageId } = await member.upload(await drawPicture('png', { width: 320, height: 300 }));
  const cutOut = async () => {
    const clientKey = `matting-${++pictures}`;
    const { taskId } = await member.api.startTask({ tool: 'matting', params: { upload_img: imageId }, clientKey });
    return lastState(server, member, taskId);
  };
  const withNetworks = JSON.stringify((await cutOut()).facts);
  const described = (task: Task) =>
    `${taskState(task)}，${JSON.stringify(task.facts) === withNetworks ? '用到网络' : '没有用网络'}`;
  await strike();
  const first = described(await cutOut());
  const second = described(await cutOut());
  const mask = await post(member, '/api/ai/clickMask', { imageId, points: [], scene: 'sky' });
  await mend();
  return join(
    `第一次抠图，${first}`,
    `第二次，${second}`,
    `选择天空答复 ${answered(mask)}`,
    `撤下后${described(await cutOut())}`,
  );
}

export const faultScenarios: Readonly<Record<FaultStep, Scenario>> = {
  'engine.run': runTask,
  'sms.send': (stage) => {
    const phoneNo = newPhone();
    const sent = () => stage.server.sms.sent(phoneNo).length;
    return askTwice(stage, (visitor) => post(visitor, '/api/sms/sendCode', { phoneNo }), sent);
  },
  'mail.send': (stage) => {
    const email = `designer${newPhone()}@example.com`;
    const sent = () => stage.server.deps.emails.sent(email).length;
    return askTwice(stage, (visitor) => post(visitor, '/api/login/emailCode', { email }), sent);
  },
  'pay.query': queryPayment,
  'pay.notify': notifyPayment,
  refund: refundPayment,
  'blob.put': storeFile,
  'blob.get': readFile,
  'db.busy': writeDatabase,
  'chat.stream': answerQuestion,
  'model.process': askNetworks,
};
