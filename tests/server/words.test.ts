import { afterAll, beforeAll, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { createQuickEngine } from '../../mock-server/adapters/render/test/index.ts';
import { type Member, planColouring, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';

// An engine whose model reads a description in its own way stands beside one that can say what it goes by.
let server: TestServer;
let member: Member;
let imageId: string;
beforeAll(async () => {
  const model = { ...createTestEngine(['architecturalRender']), name: 'model' };
  server = await startTestServer({ engine: [createQuickEngine(), model] });
  member = await server.member();
  ({ imageId } = await member.upload(await drawPicture()));
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const promptTxt = '现代别墅，黄昏，木格栅';
const params = () => ({ upload_img: imageId, classifyId2: '101', promptTxt, num: 1 });
const words = { used: ['黄昏'], ignored: ['现代别墅', '木格栅'] };

it('a task says which words took effect, and the next one made from it as well', async () => {
  const { taskId } = await member.api.startTask({ tool: 'architecturalRender', params: params(), clientKey: 'words' });
  expect((await member.api.getTaskByTaskId({ taskId })).words).toBeNull();
  expect((await server.settled(member, taskId)).words).toEqual(words);
  const again = await member.api.retryTask({ taskId, clientKey: 'words-again' });
  expect((await server.settled(member, again.taskId)).words).toEqual(words);
});

it('a task without a description, or of an engine that cannot tell, says nothing', async () => {
  const { taskId } = await member.api.startTask(planColouring(imageId, 1));
  expect((await server.settled(member, taskId)).words).toBeNull();
  const request = { tool: 'architecturalRender', params: { ...params(), engine: 'model' }, clientKey: 'model' };
  const modelled = await member.api.startTask(request);
  expect(await server.settled(member, modelled.taskId)).toMatchObject({ status: 'succeeded', words: null });
});

it('the same reading is free before a run, of a form that is not whole yet', async () => {
  const before = await member.api.totalTicket({ type: 1 });
  const read = (tool: string, given: Record<string, unknown>) => member.api.readWords({ tool, params: given });
  expect(await read('architecturalRender', { promptTxt })).toEqual(words);
  expect(await read('text2Img', { promptTxt })).toEqual({ used: ['现代', '别墅', '黄昏', '木格栅'], ignored: [] });
  expect(await read('architecturalRender', { promptTxt, engine: 'model' })).toBeNull();
  expect(await read('allPlan', {})).toBeNull();
  // Nonsense in a form counts as its default.
  expect(await read('text2Img', { promptTxt: 7, view: 'nowhere' })).toEqual({ used: [], ignored: [] });
  expect(await refusal(read('nothing', { promptTxt }))).toMatchObject({ reason: 'tool.unknown' });
  expect(await member.api.totalTicket({ type: 1 })).toBe(before);
});

it('readings are bounded for each account', async () => {
  const other = await server.member();
  const read = () => other.api.readWords({ tool: 'text2Img', params: { promptTxt } });
  await Promise.all(Array.from({ length: 240 }, read));
  expect(await refusal(read())).toMatchObject({ reason: 'request.too_often' });
  server.clock.set({ advanceMs: minute });
  expect(await read()).not.toBeNull();
});
