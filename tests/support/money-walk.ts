import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { ChatMessage, ChatSend } from '#shared/contract/chat';
import type { Order } from '#shared/contract/order';
import { isRunning } from '#shared/domain/chat';
import { day, hour, minute, second } from '#shared/domain/time';
import { randomOf } from '../bench/kills/numbering.ts';
import { sidOf, staffOf, staffSid, unlessDone, userOf } from './flows/flow.ts';
import { copyFolder, differences, faultsOf, startFlowServer } from './interrupted-flow.ts';
import { createPerson, type OrderModel, type PersonModel, type ProductName, products } from './money-model.ts';
import { observeWrites } from './observed-writes.ts';
import { enlargement, refusal, type TestServer } from './server.ts';
import { openChatStream } from './server-chat.ts';
import { drawPicture } from './server-pictures.ts';
import type { Visitor } from './server-visitor.ts';
import { answerManners, createWalkModel, walkWord } from './walk-model.ts';

/** One action of the walk. It says nothing of what was before, so that a history may be cut anywhere. */
export interface Operation {
  verb: keyof typeof verbs;
  /** Position of the person. */
  who: number;
  /** 0 to 1; chooses among what there is. */
  choice: number;
  /** A key of its own, the same when it is repeated. */
  key: string;
  /** The server is killed after so many writes, or when the action has ended. */
  killAfter: number | undefined;
}

interface Person {
  sid: string;
  /** Two uploads. */
  imageIds: readonly string[];
  accountId: string;
  model: PersonModel;
  orderNos: Map<string, string>;
}

interface Walk {
  server: TestServer;
  staff: string;
  people: Person[];
  code: string;
}

/** An action on the server. Its return value is done to the model once the server has acknowledged it. */
type Act = (walk: Walk, person: Person, operation: Operation, isRepeated: boolean) => Promise<() => void>;

const unchanged = () => undefined;

function pick<Value>(values: Iterable<Value>, choice: number): Value | undefined {
  const all = [...values];
  return all[Math.floor(choice * all.length)];
}

const ordersLike = ({ model }: Person, isWanted: (order: OrderModel) => boolean) =>
  [...model.orders].filter(([, order]) => isWanted(order));

/** Nobody buys months for longer ahead, so that months end and plans change within the walk. */
const mostAheadMs = 100 * day;

/** An order as the server and the model have it. */
interface Placed {
  orderId: string;
  orderNo: string;
  /** Writes it into the model. */
  note(): OrderModel | undefined;
}

/** Orders something; undefined where it is refused, as the model says, or not tried. */
async function place(
  { server }: Walk,
  { model, sid, orderNos }: Person,
  choice: number,
  isRepeated: boolean,
): Promise<Placed | undefined> {
  const now = server.clock.now();
  const product = pick(Object.keys(products) as ProductName[], choice) ?? 'normal-20';
  if ('months' in products[product] && model.msAhead(now) > mostAheadMs) return undefined;
  const price = model.priceOf(product, now);
  const { api } = userOf(server, sid);
  // A repeated operation takes the order that was created before the kill, paid or not, in place of a second one.
  const isThis = ({ orderId, productId, createdAt }: Order) =>
    productId === product && (createdAt === now || model.orders.get(orderId)?.status === 'open');
  const made = isRepeated ? (await api.orders({ size: 20 })).list.find(isThis) : undefined;
  const asked = made ? Promise.resolve(made) : api.createOrder({ productId: product, payType: 'alipay' });
  if (price === undefined) {
    await refusal(asked);
    return undefined;
  }
  const { orderId, orderNo, amount, status } = await asked;
  if (amount !== price) throw new Error(`${product} costs ${amount} and should cost ${price}`);
  if (status === 'created' || status === 'paying') await api.createAliPayOrder({ orderId });
  return {
    ...{ orderId, orderNo },
    note() {
      orderNos.set(orderId, orderNo);
      if (!model.orders.has(orderId)) model.order(orderId, product, now);
      return model.orders.get(orderId);
    },
  };
}

async function payFor({ server }: Walk, { sid }: Person, { orderId, orderNo }: Omit<Placed, 'note'>): Promise<void> {
  await server.deps.simulatedPayment?.play(orderNo, 'pay');
  await userOf(server, sid).api.completeOrder({ orderId });
  // An upgrade that nothing is left for goes back by itself.
  await server.pass(0);
}

const order: Act = async (walk, person, { choice }, isRepeated) => {
  const placed = await place(walk, person, choice, isRepeated);
  return () => void placed?.note();
};

const buy: Act = async (walk, person, { choice }, isRepeated) => {
  const placed = await place(walk, person, choice, isRepeated);
  if (!placed) return unchanged;
  await payFor(walk, person, placed);
  return () => {
    const noted = placed.note();
    if (noted) person.model.pay(placed.orderId, noted, walk.server.clock.now());
  };
};

const pay: Act = async (walk, person, { choice }) => {
  const [orderId, found] = pick(
    ordersLike(person, ({ status }) => status === 'open'),
    choice,
  ) ?? [''];
  if (!found) return unchanged;
  await payFor(walk, person, { orderId, orderNo: person.orderNos.get(orderId) ?? '' });
  return () => void person.model.pay(orderId, found, walk.server.clock.now());
};

const cancel: Act = async ({ server }, person, { choice }, isRepeated) => {
  const [orderId, found] = pick(
    ordersLike(person, ({ status }) => status === 'open'),
    choice,
  ) ?? [''];
  if (!found) return unchanged;
  await unlessDone(userOf(server, person.sid).api.cancelOrder({ orderId }), isRepeated, 'order.not_open');
  return () => {
    found.status = 'closed';
  };
};

/** A payment for an order that was canceled: it goes back by itself. */
const payLate: Act = async ({ server }, person, { choice }) => {
  const [orderId, found] = pick(
    ordersLike(person, ({ status }) => status === 'closed'),
    choice,
  ) ?? [''];
  if (!found) return unchanged;
  await server.deps.simulatedPayment?.play(person.orderNos.get(orderId) ?? '', 'late');
  await server.pass(0);
  return () => {
    found.status = 'refunded';
    found.refunded = found.price;
  };
};

/** Fen of one order that staff give back without a second person. */
const mostAlone = 50_000;

const refund: Act = async ({ server, staff }, person, { choice }, isRepeated) => {
  const candidates = ordersLike(person, ({ status, hasInvoice }) => status === 'completed' && !hasInvoice);
  // Of older ones there is seldom anything left.
  const [orderId, found] = pick(candidates.slice(-6), choice) ?? [''];
  // A task that waits may hold tickets of it, of which it is not said whether they are used.
  if (!found || person.model.holds.size > 0) return unchanged;
  const amount = person.model.quote(orderId, found, server.clock.now());
  if (amount > mostAlone) return unchanged;
  const { api } = userOf(server, person.sid);
  if (amount === 0) {
    await refusal(api.requestRefund({ orderId, reason: '买错了' }));
    return unchanged;
  }
  const waiting = ['refund.waiting', 'order.not_refundable'];
  await unlessDone(api.requestRefund({ orderId, reason: '买错了' }), isRepeated, ...waiting);
  const desk = staffOf(server, staff).api;
  const [asked] = await desk.staffRefunds({ orderId });
  await unlessDone(desk.approveRefund({ id: asked?.id ?? '' }), isRepeated, 'refund.not_waiting');
  await server.pass(0);
  return () => person.model.refund(orderId, found, amount, server.clock.now());
};

const invoice: Act = async ({ server }, person, { choice }, isRepeated) => {
  const candidates = ordersLike(person, ({ status, hasInvoice }) => status === 'completed' && !hasInvoice);
  const [orderId, found] = pick(candidates, choice) ?? [''];
  if (!found) return unchanged;
  const asked = { orderId, titleKind: 'personal', title: '个人', email: 'a@example.com' } as const;
  const request = userOf(server, person.sid).api.requestInvoice(asked);
  if (!person.model.canInvoice(found, server.clock.now())) {
    await refusal(request);
    return unchanged;
  }
  await unlessDone(request, isRepeated, 'order.not_invoiceable');
  return () => {
    found.hasInvoice = true;
  };
};

const startTask: Act = async ({ server }, person, { choice, key }, isRepeated) => {
  const cost = choice < 0.5 ? 1 : 2;
  const { api } = userOf(server, person.sid);
  const now = server.clock.now();
  const start = api.startTask(enlargement(person.imageIds[0] ?? '', cost === 1 ? 2 : 4, key));
  if (!isRepeated && person.model.holds.size >= person.model.mostTasks(now)) {
    await refusal(start);
    return unchanged;
  }
  const outcome = await start.then(
    ({ taskId }) => ({ taskId, reason: '' }),
    (error: { reason?: string }) => ({ taskId: '', reason: error.reason ?? String(error) }),
  );
  return () => {
    const isHeld = person.model.hold(outcome.taskId, cost, now);
    if (isHeld !== (outcome.reason === '') || (!isHeld && outcome.reason !== 'ticket.short'))
      throw new Error(
        `a task was ${isHeld ? 'affordable' : 'too dear'}, and the server said ${JSON.stringify(outcome)}`,
      );
  };
};

const cancelTask: Act = async ({ server }, person, { choice }) => {
  const taskId = pick(person.model.holds.keys(), choice);
  if (taskId === undefined) return unchanged;
  await userOf(server, person.sid).api.cancelTask({ taskId });
  return () => person.model.release(taskId, server.clock.now());
};

/** Staff let everything run that waits. */
const runQueue: Act = async ({ server, staff, people }) => {
  const { api } = staffOf(server, staff);
  if ((await api.queueState()).pause !== null) await api.resumeQueue({ reason: '好了' });
  // Between two tasks of one person the runner may rest.
  do await server.pass(0);
  while ((await api.queueState()).waiting > 0);
  await api.pauseQueue({ reason: '换显卡' });
  return () => {
    for (const { model } of people) for (const task of [...model.holds.keys()]) model.spend(task);
  };
};

/** A question whose answer comes as it is asked for, from a model with a price. */
const chat: Act = async ({ server }, person, { choice, key }) => {
  const { model, imageIds, sid } = person;
  const manner = pick(answerManners, choice) ?? 'whole';
  const deep = Math.floor(choice * 1000) % 2 === 1;
  const pictures = Math.floor(choice * 10_000) % 3;
  const price = (deep ? 3 : 1) + pictures;
  const now = server.clock.now();
  const asker = userOf(server, sid);
  const send = { message: manner, deep, attachments: imageIds.slice(0, pictures), requestId: key };
  if (!model.canAsk(price, now)) {
    await refusal(asker.api.chat(send));
    return unchanged;
  }
  const answer = manner.startsWith('stopped') ? await askAndStop(asker, send) : (await asker.api.chat(send)).answer;
  const isSaid = answer.text !== '';
  if (answer.cost !== (isSaid ? price : 0)) throw new Error(`"${answer.text}" cost ${answer.cost} of ${price} tickets`);
  // Going on is free.
  if (answer.canContinue) await asker.api.chat({ continues: answer.messageId, requestId: `${key}-on` });
  return () => {
    if (isSaid) model.answer(price, now);
  };
};

async function askAndStop(asker: Visitor, send: ChatSend & { message: string }): Promise<ChatMessage> {
  const stream = await openChatStream(asker, send);
  const { messageId, answer } = await stream.until(() => true);
  // One that was asked for before a kill has ended with it.
  if (answer && isRunning(answer.state) && send.message === 'stopped') await stream.untilText(walkWord);
  const stopped = await asker.api.chatStop({ messageId });
  await stream.ended;
  return stopped;
}

const redeem: Act = async ({ server, code }, person, _operation, isRepeated) => {
  const redeemed = userOf(server, person.sid).api.redeemCode({ code });
  if (person.model.hasRedeemed()) {
    await refusal(redeemed);
    return unchanged;
  }
  await unlessDone(redeemed, isRepeated, 'redeem.used', 'redeem.used_by_you');
  return () => person.model.redeem(5, server.clock.now() + 30 * day);
};

const give: Act = async ({ server, staff }, { accountId, model }, { choice, key }) => {
  const kind = pick(['normal', 'live', 'gpt'] as const, choice) ?? 'normal';
  const amount = 1 + Math.floor(choice * 5);
  const gift = { accountIds: [accountId], kind, amount, days: 9, reason: '补偿用户', clientKey: key };
  await staffOf(server, staff).api.giveTickets(gift);
  return () => model.give(kind, amount, server.clock.now() + 9 * day);
};

const pass: Act = async ({ server, people }, _person, { choice }, isRepeated) => {
  const steps = [minute, minute, minute, 6 * minute, 6 * minute, 16 * minute, hour, hour, 7 * hour, 2 * day];
  // A clock that has been moved stays so.
  await server.pass(isRepeated ? 0 : (pick(steps, choice) ?? minute));
  await server.deps.sweep();
  return () => {
    for (const { model } of people) model.pass(server.clock.now());
  };
};

const verbs = {
  ...{ order, buy, pay, cancel, payLate, refund, invoice, startTask, cancelTask, runQueue, chat, redeem, give, pass },
};

/** Shares of the actions. */
const weights: Readonly<Record<keyof typeof verbs, number>> = {
  ...{ order: 12, buy: 8, pay: 10, cancel: 3, payLate: 2, refund: 9, invoice: 1 },
  ...{ startTask: 18, cancelTask: 5, runQueue: 4 },
  ...{ chat: 8, redeem: 1, give: 4, pass: 10 },
};

const peopleCount = 10;

/** Months that are bought in the first days end on the last day of February. */
const startsAt = Date.parse('2027-01-29T12:00:00+08:00');

/** Staff give back what one of them may not in a day, since the days of the walk are crowded. */
const walkOptions = () => ({ chatAdapters: [createWalkModel()], config: { refundCeiling: 1_000_000_000 } });

/** The operations that follow from a seed. One in `killEvery` is killed. */
export function historyOf(seed: number, length: number, killEvery: number): Operation[] {
  const random = randomOf(seed);
  const bag = Object.entries(weights).flatMap(([verb, times]) => Array<string>(times).fill(verb));
  return Array.from({ length }, (_each, position) => ({
    verb: pick(bag, random()) as keyof typeof verbs,
    who: Math.floor(random() * peopleCount),
    choice: random(),
    key: `walk-${seed}-${position}`,
    killAfter: random() * killEvery < 1 ? 1 + Math.floor(random() * 6) : undefined,
  }));
}

/** Differences after an operation. */
interface WalkFault {
  position: number;
  faults: string[];
}

/** Ten people who have just signed up, with the queue paused. */
export async function startWalk() {
  const server = await startFlowServer({ ...walkOptions(), startsAt });
  const walk: Walk = { server, staff: await staffSid(server), people: [], code: '' };
  const desk = staffOf(server, walk.staff);
  for (let number = 0; number < peopleCount; number++) {
    const { visitor, answer } = await server.login(`1390000${String(number).padStart(4, '0')}`);
    const imageIds: string[] = [];
    for (const shade of [2 * number, 2 * number + 1])
      imageIds.push((await visitor.upload(await drawPicture('png', { shade }))).imageId);
    const own = { sid: sidOf(visitor), imageIds, accountId: answer.userInfo.userId };
    walk.people.push({ ...own, model: createPerson(server.clock.now()), orderNos: new Map() });
  }
  const draft = { name: '活动', reason: '活动', count: 1, ticketKind: 'normal', amount: 5, days: 30 } as const;
  const { id } = await desk.api.createRedeemBatch({ ...draft, usesPerCode: peopleCount, clientKey: 'walk-codes' });
  const table = await (await desk.fetch(`/api/admin/v1/redeemBatches/${id}/codes`)).text();
  walk.code = table.split('\r\n')[1]?.split('"')[1] ?? '';
  await desk.api.pauseQueue({ reason: '换显卡' });
  const folders: string[] = [];

  /** Exchanges the server for one on what a kill left of it. */
  async function replace(folder: string): Promise<void> {
    const { server: killed } = walk;
    await killed.close();
    walk.server = await startFlowServer({ ...walkOptions(), dataDir: folder, startsAt: killed.clock.now() });
    await walk.server.deps.runner.idle();
  }

  async function perform(operation: Operation): Promise<void> {
    const person = walk.people[operation.who] as Person;
    // No two things happen at once, so that everything has an order.
    await walk.server.pass(second);
    for (const { model } of walk.people) model.pass(walk.server.clock.now());
    if (person.model.isGiftDue(walk.server.clock.now())) await userOf(walk.server, person.sid).api.ticketSummary();
    person.model.look(walk.server.clock.now());
    const act = verbs[operation.verb];
    const { killAfter } = operation;
    if (killAfter === undefined) {
      (await act(walk, person, operation, false))();
      return;
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-walk-'));
    folders.push(folder);
    let writes = 0;
    const { dataDir } = walk.server;
    const after = () => {
      writes += 1;
      if (writes === killAfter) copyFolder(dataDir, folder);
    };
    const end = observeWrites(dataDir, { after });
    const applied = await act(walk, person, operation, false).finally(end);
    const isAcknowledged = writes < killAfter;
    if (isAcknowledged) copyFolder(dataDir, folder);
    await replace(folder);
    const done = isAcknowledged ? applied : await act(walk, person, operation, true);
    done();
  }

  /** Differences between what everybody is told and the model; of one person, or of all. */
  async function compare(only?: number): Promise<string[]> {
    const { server, people } = walk;
    const found: string[] = [];
    for (const [number, { sid, model }] of people.entries()) {
      if (only !== undefined && number !== only) continue;
      const { api } = userOf(server, sid);
      const { purses } = await api.ticketSummary();
      model.look(server.clock.now());
      const { plan, expiresAt, periods, nextGrantAt } = await api.membership();
      const expected = model.seen(server.clock.now());
      const told = {
        purses: purses.map(({ kind, left, held, lots }) => ({
          ...{ kind, left, held },
          lots: lots.filter((lot) => lot.left > 0).map((lot) => `${lot.left} until ${lot.expiresAt}`),
        })),
        membership: {
          ...{ plan, expiresAt, nextGrantAt },
          periods: periods.map(({ plan: of, startsAt, endsAt }) => `${of} from ${startsAt} to ${endsAt}`),
        },
      };
      const { purses: wanted, membership } = expected;
      found.push(...differences({ purses: wanted, membership }, told, `person ${number}`));
      if (only === undefined) found.push(...(await compareOrders(number)));
    }
    return found;
  }

  async function compareOrders(number: number): Promise<string[]> {
    const { sid, model } = walk.people[number] as Person;
    const { api } = userOf(walk.server, sid);
    const { orders } = model.seen(walk.server.clock.now());
    const told = new Map<string, unknown>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await api.orders({ size: 100, ...(cursor && { cursor }) });
      for (const { orderId, status, amount: price, refundedAmount, invoice: asked } of page.list) {
        const isOpen = status === 'created' || status === 'paying';
        const shown = { id: orderId, price, status: isOpen ? 'open' : status, refunded: refundedAmount };
        told.set(orderId, { ...shown, hasInvoice: asked !== null });
      }
      cursor = page.nextCursor;
    }
    return orders.flatMap((expected) => differences(expected, told.get(expected.id), `person ${number} order`));
  }

  /** Money that the company has of everybody, by its own books, against the model. */
  function compareMoney(): string[] {
    const { server, people } = walk;
    const books = new Database(path.join(server.dataDir, 'simulated-payment.db'), { readonly: true });
    const held = books
      .prepare(`SELECT coalesce(sum(amount - refunded), 0) FROM trade WHERE state = 'paid'`)
      .pluck()
      .get();
    books.close();
    const expected = people.reduce((sum, { model }) => sum + model.seen(server.clock.now()).money, 0);
    return differences(expected, held, 'fen at the company');
  }

  return {
    /**
     * Does the operations one after the other, no more of them when `performance.now()` is past `until`.
     * @returns the first operation after which something differs
     */
    async go(operations: readonly Operation[], until = Infinity): Promise<WalkFault | undefined> {
      for (const [position, operation] of operations.entries()) {
        if (performance.now() > until) return undefined;
        const faults = await perform(operation).then(
          async () => compare(operation.killAfter === undefined ? operation.who : undefined),
          (error: unknown) => [String(error)],
        );
        const isCheckDue = operation.killAfter !== undefined || position === operations.length - 1;
        if (isCheckDue) faults.push(...(await faultsOf(walk.server)), ...compareMoney());
        if (faults.length > 0) return { position, faults };
      }
      return undefined;
    },
    async close(): Promise<void> {
      await walk.server.close();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

/**
 * The shortest history, among those that `budgetMs` leaves time to try, that still ends with a fault: without kills, of
 * the one person of the last operation, then without ever smaller pieces.
 */
export async function shortest(history: readonly Operation[], budgetMs: number): Promise<Operation[]> {
  const until = performance.now() + budgetMs;
  let kept = [...history];
  const attempt = async (candidate: Operation[]): Promise<boolean> => {
    if (candidate.length === 0 || performance.now() > until) return false;
    const fault = await faultOf(candidate, until);
    if (fault) kept = candidate.slice(0, fault.position + 1);
    return fault !== undefined;
  };
  const last = kept.at(-1) as Operation;
  const isOfOne = ({ who, verb }: Operation) => who === last.who || verb === 'pass';
  const isOfOneOrRuns = (operation: Operation) => isOfOne(operation) || operation.verb === 'runQueue';
  const calm = kept.map((operation) => ({ ...operation, killAfter: undefined }));
  if (!(await attempt(calm.filter(isOfOneOrRuns)))) await attempt(kept.filter(isOfOneOrRuns));
  await attempt(kept.filter(isOfOne));
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < kept.length && performance.now() < until; ) {
      const isShorter = await attempt(kept.filter((_each, position) => position < from || position >= from + size));
      if (!isShorter) from += size;
    }
  return kept;
}

async function faultOf(history: readonly Operation[], until: number) {
  const walk = await startWalk();
  try {
    return await walk.go(history, until);
  } finally {
    await walk.close();
  }
}
