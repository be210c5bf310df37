import { createHash } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Visitor } from '../../support/server-visitor.ts';
import type { ExpectedMember, ExpectedState } from './expected-state.ts';
import type { KilledServer } from './killed-server.ts';

type Report = (fault: string) => void;

/** Compares the data of the server with the expected state and appends each difference to `expected.faults`. */
export async function compareWithExpected(
  server: KilledServer,
  expected: ExpectedState,
  staff: Visitor,
  dataDir: string,
): Promise<void> {
  const report: Report = (fault) => expected.faults.push(fault);
  for (const own of expected.members) {
    const owner = await server.visit({ name: 'sid', value: own.sid });
    const reportForMember: Report = (fault) => report(`${own.accountId}: ${fault}`);
    const spent = await compareTasks(owner, staff, own, reportForMember);
    await compareTickets(owner, own, spent, reportForMember);
    await compareOrders(owner, own, reportForMember);
    await compareUploads(owner, own, dataDir, reportForMember);
    await compareQuestions(owner, own, reportForMember);
    await compareGallery(owner, own, reportForMember);
    const kept = [...own.notes].filter(([, text]) => text !== null);
    const notes = await readByRange((window) => staff.api.accountNotes({ accountId: own.accountId, ...window }));
    compareLists('notes', pairs(kept), pairs(notes.map(({ id, text }) => [id, text])), reportForMember);
  }
  await compareStaff(staff, expected, report);
}

const pairs = (entries: Iterable<readonly [unknown, unknown]>) => [...entries].map(([a, b]) => `${a} ${b}`);

/** Compares two lists without regard to order; duplicates count. */
function compareLists(what: string, ours: readonly string[], theirs: readonly string[], report: Report): void {
  const left = theirs.toSorted();
  const missing: string[] = [];
  for (const one of ours) {
    const at = left.indexOf(one);
    if (at < 0) missing.push(one);
    else left.splice(at, 1);
  }
  if (missing.length > 0)
    report(`${missing.length} ${what} acknowledged and not there: ${missing.slice(0, 5).join('; ')}`);
  if (left.length > 0) report(`${left.length} ${what} there and not acknowledged: ${left.slice(0, 5).join('; ')}`);
}

async function readByRange<Row>(read: (window: { _start: number; _end: number }) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read({ _start: rows.length, _end: rows.length + 200 });
    rows.push(...page);
    if (page.length < 200) return rows;
  }
}

async function readByCursor<Row>(
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

async function readByPage<Row>(
  read: (page: { page: number; size: number }) => Promise<{ list: Row[]; total: number }>,
) {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await read({ page, size: 100 });
    rows.push(...list);
    if (list.length === 0 || rows.length >= total) return rows;
  }
}

/** @returns number of tickets that the tasks spent */
async function compareTasks({ api }: Visitor, staff: Visitor, own: ExpectedMember, report: Report): Promise<number> {
  const listed = await readByPage((page) => api.getTaskList(page));
  const binned = await readByCursor((page) => api.works({ ...page, tab: 'bin' }));
  const idsOf = (tasks: readonly { taskId: string }[]) => tasks.map(({ taskId }) => taskId);
  const ours = (isBinned: boolean) =>
    [...own.tasks].filter(([, { isDeleted = false }]) => isDeleted === isBinned).map(([id]) => id);
  compareLists('tasks', ours(false), idsOf(listed), report);
  compareLists('deleted tasks', ours(true), idsOf(binned), report);
  let spent = 0;
  for (const [taskId, kept] of own.tasks) {
    // Unlike its owner, staff can read a deleted task.
    const task = await staff.api.staffTask({ id: taskId });
    const { status, settlement } = task;
    if (settlement.hold?.state !== 'settled' || task.finishedAt === null) report(`${taskId} has not ended: ${status}`);
    if (kept.canceled === 'canceled' && status !== 'canceled') report(`${taskId} was canceled and is ${status}`);
    // A task that was interrupted three times is abandoned, and its tickets are returned.
    const isGivenUp = status === 'failed' && task.errorReason === 'engine.interrupted';
    if (kept.canceled === undefined && status !== 'succeeded' && !isGivenUp)
      report(`${taskId} ended ${status}: ${task.errorReason}`);
    const price = status === 'succeeded' ? (kept.scale === 4 ? 2 : 1) : 0;
    if (settlement.hold?.spent !== price) report(`${taskId} took ${settlement.hold?.spent} tickets, not ${price}`);
    if (status === 'succeeded' && task.results.length !== 1) report(`${taskId} has ${task.results.length} pictures`);
    spent += price;
  }
  return spent;
}

async function compareTickets({ api }: Visitor, own: ExpectedMember, spent: number, report: Report): Promise<void> {
  const [normal, live, gpt] = await Promise.all(([1, 2, 3] as const).map((type) => api.totalTicket({ type })));
  const ours = { ...own.tickets, normal: own.tickets.normal - spent };
  for (const [kind, theirs] of Object.entries({ normal, live, gpt }))
    if (theirs !== ours[kind as keyof typeof ours])
      report(`${kind} tickets: ${theirs}, expected ${ours[kind as keyof typeof ours]}`);
}

async function compareOrders({ api }: Visitor, own: ExpectedMember, report: Report): Promise<void> {
  const orders = await readByCursor((page) => api.orders(page));
  compareLists(
    'orders',
    [...own.orders.keys()],
    orders.map(({ orderId }) => orderId),
    report,
  );
  const ends = { paid: 'completed', refund_asked: 'completed', canceled: 'closed', refunded: 'refunded' } as const;
  for (const order of orders) {
    const kept = own.orders.get(order.orderId);
    if (!kept) continue;
    if (order.status !== ends[kept.end]) report(`${order.orderId} is ${order.status}, expected ${kept.end}`);
    const money = { amount: kept.amount, back: kept.end === 'refunded' ? kept.amount : 0 };
    if (order.amount !== money.amount || order.refundedAmount !== money.back)
      report(
        `${order.orderId} cost ${order.amount} and gave back ${order.refundedAmount}, expected ${JSON.stringify(money)}`,
      );
    if ((order.refund?.status === 'requested') !== (kept.end === 'refund_asked'))
      report(`${order.orderId} has a refund ${order.refund?.status}, expected ${kept.end}`);
  }
}

async function compareUploads(owner: Visitor, own: ExpectedMember, dataDir: string, report: Report): Promise<void> {
  const database = new Database(path.join(dataDir, 'zhuhui.db'), { readonly: true });
  const rows = database.prepare('SELECT id, sha256 FROM image WHERE owner_id = ? AND type = 1').all(own.accountId);
  database.close();
  compareLists(
    'uploads',
    pairs(own.uploads),
    pairs((rows as { id: string; sha256: string }[]).map((row) => [row.id, row.sha256])),
    report,
  );
  for (const [imageId, hash] of own.uploads) {
    const response = await owner.fetch(`/api/images/${imageId}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      report(`${imageId} reads as other bytes: ${response.status}`);
  }
}

async function compareQuestions({ api }: Visitor, own: ExpectedMember, report: Report): Promise<void> {
  const conversations = await readByPage((page) => api.chatHistory(page));
  compareLists(
    'conversations',
    [...own.questions.keys()],
    conversations.map(({ conversationId }) => conversationId),
    report,
  );
  for (const [conversationId, texts] of own.questions) {
    const { messages } = await api.chatHistoryDetail({ conversationId });
    const asked = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
    compareLists(`questions of ${conversationId}`, texts, asked, report);
    const answers = messages.filter(({ role }) => role === 'assistant');
    if (answers.length !== asked.length)
      report(`${conversationId} has ${answers.length} answers to ${asked.length} questions`);
  }
}

async function compareGallery({ api }: Visitor, own: ExpectedMember, report: Report): Promise<void> {
  const published = await readByCursor((page) => api.pictures({ ...page, isOwn: true }));
  compareLists(
    'published pictures',
    pairs(own.published),
    pairs(published.map(({ id, title }) => [id, title])),
    report,
  );
  const collected = await readByCursor((page) => api.pictures({ ...page, isCollected: true }));
  compareLists(
    'collected pictures',
    [...own.collected].map(String),
    collected.map(({ id }) => String(id)),
    report,
  );
  const sets = await readByCursor((page) => api.imageSets({ ...page, isOwn: true }));
  const kept = [...own.sets].map(([id, { title, pictures }]) => [id, `${title} ${pictures.size}`] as const);
  compareLists(
    'image sets',
    pairs(kept),
    pairs(sets.map(({ id, title, pictureCount }) => [id, `${title} ${pictureCount}`])),
    report,
  );
}

async function compareStaff({ api }: Visitor, expected: ExpectedState, report: Report): Promise<void> {
  for (const [accountId, isBanned] of expected.bans) {
    const { status } = await api.accountDetail({ accountId });
    if ((status === 'banned') !== isBanned)
      report(`${accountId} is ${status}, expected ${isBanned ? 'banned' : 'active'}`);
  }
  const all = await readByRange((window) => api.categories({ _sort: 'id', ...window }));
  const made = all
    .filter(({ name }) => name.startsWith('类 '))
    .map(({ id, name, isHidden }) => [id, `${name} ${isHidden}`] as const);
  const kept = [...expected.categories].filter(([, { name }]) => name !== null);
  compareLists(
    'categories',
    pairs(kept.map(([id, { name, isHidden }]) => [id, `${name} ${isHidden}`])),
    pairs(made),
    report,
  );
  const entries = await readByRange((window) => api.auditEntries({ _sort: 'id', _order: 'asc', ...window }));
  const operations = new Set([...expected.staffOperations.keys()].map((act) => act.split(' ')[0]));
  const told = entries.filter(({ action }) => operations.has(action));
  const expectedEntries = [...expected.staffOperations].flatMap(([act, times]) => Array<string>(times).fill(act));
  compareLists(
    'verbs of staff',
    expectedEntries,
    told.map(({ action, subject }) => `${action} ${subject}`),
    report,
  );
}
