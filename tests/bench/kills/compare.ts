import { createHash } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Visitor } from '../../support/server-visitor.ts';
import type { Books, MemberBook } from './book.ts';
import type { World } from './world.ts';

type Tell = (fault: string) => void;

/** Holds what the server has against what it was heard to say yes to. Differences are written into `books.faults`. */
export async function compareBooks(world: World, books: Books, staff: Visitor, dataDir: string): Promise<void> {
  const tell: Tell = (fault) => books.faults.push(fault);
  for (const own of books.members) {
    const owner = await world.visit({ name: 'sid', value: own.sid });
    const tellOfOwn: Tell = (fault) => tell(`${own.accountId}: ${fault}`);
    const spent = await compareTasks(owner, staff, own, tellOfOwn);
    await compareTickets(owner, own, spent, tellOfOwn);
    await compareOrders(owner, own, tellOfOwn);
    await compareUploads(owner, own, dataDir, tellOfOwn);
    await compareQuestions(owner, own, tellOfOwn);
    await compareGallery(owner, own, tellOfOwn);
    const kept = [...own.notes].filter(([, text]) => text !== null);
    const notes = await wholeList((window) => staff.api.accountNotes({ accountId: own.accountId, ...window }));
    same('notes', pairs(kept), pairs(notes.map(({ id, text }) => [id, text])), tellOfOwn);
  }
  await compareStaff(staff, books, tell);
}

const pairs = (entries: Iterable<readonly [unknown, unknown]>) => [...entries].map(([a, b]) => `${a} ${b}`);

/** Each thing exactly once: lists are equal but for their order. */
function same(what: string, ours: readonly string[], theirs: readonly string[], tell: Tell): void {
  const left = theirs.toSorted();
  const missing: string[] = [];
  for (const one of ours) {
    const at = left.indexOf(one);
    if (at < 0) missing.push(one);
    else left.splice(at, 1);
  }
  if (missing.length > 0)
    tell(`${missing.length} ${what} acknowledged and not there: ${missing.slice(0, 5).join('; ')}`);
  if (left.length > 0) tell(`${left.length} ${what} there and not acknowledged: ${left.slice(0, 5).join('; ')}`);
}

async function wholeList<Row>(read: (window: { _start: number; _end: number }) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read({ _start: rows.length, _end: rows.length + 200 });
    rows.push(...page);
    if (page.length < 200) return rows;
  }
}

async function byCursor<Row>(
  read: (page: { cursor?: string; size: number }) => Promise<{ list: Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read({ size: 100, ...(cursor && { cursor }) });
    rows.push(...page.list);
    cursor = page.nextCursor;
  }
  return rows;
}

async function byPage<Row>(read: (page: { page: number; size: number }) => Promise<{ list: Row[]; total: number }>) {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await read({ page, size: 100 });
    rows.push(...list);
    if (list.length === 0 || rows.length >= total) return rows;
  }
}

/** @returns tickets that the tasks took */
async function compareTasks({ api }: Visitor, staff: Visitor, own: MemberBook, tell: Tell): Promise<number> {
  const listed = await byPage((page) => api.getTaskList(page));
  const binned = await byCursor((page) => api.works({ ...page, tab: 'bin' }));
  const idsOf = (tasks: readonly { taskId: string }[]) => tasks.map(({ taskId }) => taskId);
  const ours = (isBinned: boolean) =>
    [...own.tasks].filter(([, { isDeleted = false }]) => isDeleted === isBinned).map(([id]) => id);
  same('tasks', ours(false), idsOf(listed), tell);
  same('deleted tasks', ours(true), idsOf(binned), tell);
  let spent = 0;
  for (const [taskId, kept] of own.tasks) {
    // Staff see those, too, that their owner deleted.
    const task = await staff.api.staffTask({ id: taskId });
    const { status, settlement } = task;
    if (settlement.hold?.state !== 'settled' || task.finishedAt === null) tell(`${taskId} has not ended: ${status}`);
    if (kept.canceled === 'canceled' && status !== 'canceled') tell(`${taskId} was canceled and is ${status}`);
    // A task whose run was cut off again and again is given up, and its tickets come back.
    const isGivenUp = status === 'failed' && task.errorReason === 'engine.interrupted';
    if (kept.canceled === undefined && status !== 'succeeded' && !isGivenUp)
      tell(`${taskId} ended ${status}: ${task.errorReason}`);
    const price = status === 'succeeded' ? (kept.scale === 4 ? 2 : 1) : 0;
    if (settlement.hold?.spent !== price) tell(`${taskId} took ${settlement.hold?.spent} tickets, not ${price}`);
    if (status === 'succeeded' && task.results.length !== 1) tell(`${taskId} has ${task.results.length} pictures`);
    spent += price;
  }
  return spent;
}

async function compareTickets({ api }: Visitor, own: MemberBook, spent: number, tell: Tell): Promise<void> {
  const [normal, live, gpt] = await Promise.all(([1, 2, 3] as const).map((type) => api.totalTicket({ type })));
  const ours = { ...own.tickets, normal: own.tickets.normal - spent };
  for (const [kind, theirs] of Object.entries({ normal, live, gpt }))
    if (theirs !== ours[kind as keyof typeof ours])
      tell(`${kind} tickets: ${theirs}, by the book ${ours[kind as keyof typeof ours]}`);
}

async function compareOrders({ api }: Visitor, own: MemberBook, tell: Tell): Promise<void> {
  const orders = await byCursor((page) => api.orders(page));
  same(
    'orders',
    [...own.orders.keys()],
    orders.map(({ orderId }) => orderId),
    tell,
  );
  const ends = { paid: 'completed', refund_asked: 'completed', canceled: 'closed', refunded: 'refunded' } as const;
  for (const order of orders) {
    const kept = own.orders.get(order.orderId);
    if (!kept) continue;
    if (order.status !== ends[kept.end]) tell(`${order.orderId} is ${order.status}, by the book ${kept.end}`);
    const money = { amount: kept.amount, back: kept.end === 'refunded' ? kept.amount : 0 };
    if (order.amount !== money.amount || order.refundedAmount !== money.back)
      tell(
        `${order.orderId} cost ${order.amount} and gave back ${order.refundedAmount}, by the book ${JSON.stringify(money)}`,
      );
    if ((order.refund?.status === 'requested') !== (kept.end === 'refund_asked'))
      tell(`${order.orderId} has a refund ${order.refund?.status}, by the book ${kept.end}`);
  }
}

async function compareUploads(owner: Visitor, own: MemberBook, dataDir: string, tell: Tell): Promise<void> {
  const database = new Database(path.join(dataDir, 'zhuhui.db'), { readonly: true });
  const rows = database.prepare('SELECT id, sha256 FROM image WHERE owner_id = ? AND type = 1').all(own.accountId);
  database.close();
  same(
    'uploads',
    pairs(own.uploads),
    pairs((rows as { id: string; sha256: string }[]).map((row) => [row.id, row.sha256])),
    tell,
  );
  for (const [imageId, hash] of own.uploads) {
    const response = await owner.fetch(`/api/images/${imageId}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      tell(`${imageId} reads as other bytes: ${response.status}`);
  }
}

async function compareQuestions({ api }: Visitor, own: MemberBook, tell: Tell): Promise<void> {
  const conversations = await byPage((page) => api.chatHistory(page));
  same(
    'conversations',
    [...own.questions.keys()],
    conversations.map(({ conversationId }) => conversationId),
    tell,
  );
  for (const [conversationId, texts] of own.questions) {
    const { messages } = await api.chatHistoryDetail({ conversationId });
    const asked = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
    same(`questions of ${conversationId}`, texts, asked, tell);
    const answers = messages.filter(({ role }) => role === 'assistant');
    if (answers.length !== asked.length)
      tell(`${conversationId} has ${answers.length} answers to ${asked.length} questions`);
  }
}

async function compareGallery({ api }: Visitor, own: MemberBook, tell: Tell): Promise<void> {
  const published = await byCursor((page) => api.pictures({ ...page, isOwn: true }));
  same('published pictures', pairs(own.published), pairs(published.map(({ id, title }) => [id, title])), tell);
  const collected = await byCursor((page) => api.pictures({ ...page, isCollected: true }));
  same(
    'collected pictures',
    [...own.collected].map(String),
    collected.map(({ id }) => String(id)),
    tell,
  );
  const sets = await byCursor((page) => api.imageSets({ ...page, isOwn: true }));
  const kept = [...own.sets].map(([id, { title, pictures }]) => [id, `${title} ${pictures.size}`] as const);
  same(
    'image sets',
    pairs(kept),
    pairs(sets.map(({ id, title, pictureCount }) => [id, `${title} ${pictureCount}`])),
    tell,
  );
}

async function compareStaff({ api }: Visitor, books: Books, tell: Tell): Promise<void> {
  for (const [accountId, isBanned] of books.bans) {
    const { status } = await api.accountDetail({ accountId });
    if ((status === 'banned') !== isBanned)
      tell(`${accountId} is ${status}, by the book ${isBanned ? 'banned' : 'active'}`);
  }
  const all = await wholeList((window) => api.categories({ _sort: 'id', ...window }));
  const made = all
    .filter(({ name }) => name.startsWith('类 '))
    .map(({ id, name, isHidden }) => [id, `${name} ${isHidden}`] as const);
  const kept = [...books.categories].filter(([, { name }]) => name !== null);
  same('categories', pairs(kept.map(([id, { name, isHidden }]) => [id, `${name} ${isHidden}`])), pairs(made), tell);
  const entries = await wholeList((window) => api.auditEntries({ _sort: 'id', _order: 'asc', ...window }));
  const acts = new Set([...books.staffActs.keys()].map((act) => act.split(' ')[0]));
  const told = entries.filter(({ action }) => acts.has(action));
  const kepts = [...books.staffActs].flatMap(([act, times]) => Array<string>(times).fill(act));
  same(
    'verbs of staff',
    kepts,
    told.map(({ action, subject }) => `${action} ${subject}`),
    tell,
  );
}
