import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ChatPart } from '../../mock-server/adapters/chat/port.ts';
import { type KnownIds, sampleValues } from '../support/sample-values.ts';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { reasonOf } from '../support/server-answers.ts';
import { calls, makeCall } from '../support/server-calls.ts';
import { createTestModels } from '../support/server-chat.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let owner: Member;
let stranger: Member;
let ids: KnownIds;
let samples: ReturnType<typeof sampleValues>;
beforeAll(async () => {
  const models = createTestModels();
  models.answerBy(cardAnswer);
  server = await startTestServer({ chatAdapters: [models] });
  [owner, stranger] = [await server.member({ tickets: { normal: 50 } }), await server.member()];
  const { imageId } = await owner.upload(await drawPicture());
  const { taskId } = await owner.api.startTask(enlargement(imageId));
  const { projectId } = await owner.api.createProject({ name: '别墅' });
  ids = { taskId, imageId, projectId, accountId: owner.accountId };
  samples = sampleValues(ids);
});
afterAll(() => server.close());

const shop = ordersOf(() => server);
/** Calls on orders that are paid and delivered. */
const afterPayment = new Set(['refundQuote', 'requestRefund', 'requestInvoice']);

const namesOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const ownedIds = new Set([
  'orderId',
  'taskId',
  'taskIds',
  'imageId',
  'imageIds',
  'projectId',
  'coverImageId',
  'retriedFrom',
  'conversationId',
  'messageId',
]);
/** Built calls of users that name something owned, by a parameter or within `params`. */
const owned = calls.filter(([name, spec]) => {
  const names = [...namesOf(spec.params), ...namesOf(spec.input)];
  return spec.access !== 'staff' && (name === 'startTask' || names.some((field) => ownedIds.has(field)));
});

describe('what belongs to somebody else is as good as absent', () => {
  it('for every call that names a task, a picture, a project, an order or something said', () => {
    expect(owned.map(([name]) => name).sort()).toEqual([
      'batchWorks',
      'cancelOrder',
      'cancelTask',
      'chat',
      'chatCardRun',
      'chatDelete',
      'chatExport',
      'chatHistoryDetail',
      'chatPin',
      'chatRate',
      'chatRename',
      'chatStop',
      'chatStream',
      'checkOrder',
      'clickMask',
      'completeOrder',
      'createAliPayOrder',
      'createShare',
      'delTaskByTaskId',
      'deleteProject',
      'downloadImage',
      'downloadWorks',
      'getTaskByTaskId',
      'image',
      'pictureVersions',
      'picturesLike',
      'publishPicture',
      'refundQuote',
      'requestInvoice',
      'requestRefund',
      'restoreProject',
      'retryTask',
      'startTask',
      'updateProject',
      'updateWork',
      'works',
    ]);
  });

  it.each(owned)('%s', async (name, spec) => {
    // A task of its own for each call, since some of them remove it.
    const { taskId } = await owner.api.startTask(enlargement(ids.imageId));
    const { projectId } = await owner.api.createProject({ name: `项目 ${name}` });
    const { orderId } = await (afterPayment.has(name) ? shop.buy(owner) : shop.order(owner));
    samples = sampleValues({ ...ids, taskId, projectId, orderId, ...(name.startsWith('chat') && (await talk())) });
    // The list names nothing unless it is asked for one project, a question none unless it follows one.
    samples.works = { projectId };
    samples.chat = samples.chatStream = { message: '还有吗', conversationId: samples.chatDelete.conversationId };
    await server.deps.runner.idle();
    // Only a result can be shared.
    if (name === 'createShare')
      samples.createShare = { imageId: (await server.settled(owner, taskId)).images[0]?.imageId };
    const before = await traces();
    const foreign = await makeCall(stranger, spec, samples[name]);
    const absent = await makeCall(stranger, spec, absentIds(samples[name]));
    expect(foreign.status).toBe(404);
    // The same words, so that nobody can tell what exists.
    expect(foreign.json).toEqual(absent.json);
    expect(reasonOf(spec, foreign)).toMatch(/\.(message_)?not_found$/);
    expect(await traces()).toEqual(before);
    const own = await makeCall(owner, spec, samples[name]);
    expect(own.status, own.text).toBe(200);
  });
});

describe('a user’s session', () => {
  it.each(calls.filter(([, spec]) => spec.access === 'staff'))(
    'opens nothing of the console: %s',
    async (name, spec) => {
      owner.cookies.set('staff_sid', owner.cookies.get('sid') ?? '');
      const answer = await makeCall(owner, spec, samples[name]);
      owner.cookies.delete('staff_sid');
      expect([answer.status, reasonOf(spec, answer)]).toEqual([401, 'auth.required']);
    },
  );
});

/** A conversation of the owner and the answer in it. */
async function talk() {
  const { conversation, answer } = await owner.api.chat({ message: '你好' });
  return { conversationId: conversation.conversationId, messageId: answer.messageId };
}

function absentIds(values: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(values).replace(/"(task|img|project|order|chat|msg)_\w+"/g, '"$1_absent"'),
  ) as Record<string, unknown>;
}

async function traces() {
  const { db } = server.deps.store;
  const tasks = await db.selectFrom('task').select(['id', 'seq', 'status', 'deleted_at']).execute();
  const movements = await db.selectFrom('ledger_transaction').select('id').execute();
  const projects = await db.selectFrom('project').selectAll().execute();
  const orders = await db.selectFrom('purchase_order').selectAll().execute();
  const conversations = await db.selectFrom('conversation').selectAll().execute();
  const messages = await db.selectFrom('chat_message').select(['id', 'state', 'rating', 'cards']).execute();
  return { tasks, projects, orders, conversations, messages, movements: movements.length };
}

async function* cardAnswer(): AsyncIterable<ChatPart> {
  yield { type: 'text', text: '好' };
  yield { type: 'card', card: { tool: 'text2Img', title: '文生图', params: {}, note: '' } };
  yield { type: 'end', why: 'stop' };
}
