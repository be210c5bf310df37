import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Setting } from '#shared/contract/setting-desk';
import { newClientKey } from '#shared/domain/client-key';
import { enlargement, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

const second = { ...createTestEngine(), name: 'second' };
let server: TestServer;
let admin: Visitor & { accountId: string };
beforeAll(async () => {
  server = await startTestServer({ engine: [createTestEngine(), second] });
  admin = await server.staff('admin');
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const rows = async (query = '') => (await (await admin.fetch(`/api/admin/v1/settings${query}`)).json()) as Setting[];
const change = async (id: string, value: Setting['value'], visitor: Visitor = admin) => {
  const { version } = await admin.api.staffSetting({ id });
  return visitor.api.changeSetting({ id, value, version, reason: '试一试' });
};

it('every setting of the environment stands there, with where it comes from, and no secret is told', async () => {
  const all = await rows('?group=environment&_start=0&_end=200');
  expect(all.find(({ id }) => id === 'PORT')).toMatchObject({ isEditable: false, effect: 'restart', shown: '8000' });
  const secrets = all.filter(({ isSecret }) => isSecret);
  expect(secrets.map(({ id }) => id)).toContain('ADMIN_PASSWORD');
  expect(secrets.every(({ value }) => value === null)).toBe(true);
  expect(JSON.stringify(all)).not.toContain(server.adminPassword);
  expect(await refusal(admin.api.changeSetting({ id: 'PORT', value: '1', version: 0, reason: '试试' }))).toMatchObject({
    reason: 'setting.read_only',
  });
  expect((await admin.fetch('/api/admin/v1/settings?colour=red')).status).toBe(400);
});

it('is searched by name, variable and what it stands at, and shows first what can be changed here', async () => {
  const found = async (typed: string) => (await rows(`?q=${encodeURIComponent(typed)}`)).map(({ id }) => id);
  expect(await found('冷静期')).toEqual(['limit-erasureDays']);
  expect(await found('admin_pass')).toEqual(['ADMIN_PASSWORD']);
  expect(await found(server.adminPassword)).toEqual([]);
  const all = await rows('?_start=0&_end=200');
  const firstOfEnvironment = all.findIndex(({ isEditable }) => !isEditable);
  expect(all.slice(firstOfEnvironment).some(({ isEditable }) => isEditable)).toBe(false);
  expect(firstOfEnvironment).toBeGreaterThan(0);
});

it('a limit that is changed holds at once, is refused where it makes no sense, and can be undone', async () => {
  const operator = await server.staff('operator');
  const { accountId } = await server.member();
  const give = () =>
    operator.api.giveTickets({
      ...{ accountIds: [accountId], kind: 'normal', amount: 10, days: null, reason: '补偿' },
      clientKey: newClientKey(),
    });
  await give();
  expect(await change('limit-giftCeiling', 15)).toMatchObject({ source: 'console', shown: '15 张', version: 1 });
  expect(await refusal(give())).toMatchObject({ reason: 'ticket.daily_ceiling' });
  expect(await refusal(change('limit-giftCeiling', -1))).toMatchObject({
    status: 422,
    fields: { value: [expect.any(String)] },
  });
  expect(await refusal(change('limit-giftCeiling', 10, operator))).toMatchObject({ status: 403 });
  expect(
    await refusal(admin.api.changeSetting({ id: 'limit-giftCeiling', value: 1, version: 0, reason: '旧页面' })),
  ).toMatchObject({ status: 409, reason: 'setting.changed_meanwhile' });

  const [undo] = (await (await admin.fetch('/api/admin/v1/changes')).json()) as Array<{ id: string; title: string }>;
  expect(undo?.title).toContain('每名员工每天最多赠送的券');
  await admin.api.revertChange({ id: undo?.id ?? '' });
  expect(await admin.api.staffSetting({ id: 'limit-giftCeiling' })).toMatchObject({ source: 'default', version: 2 });
  await give();
});

it('the engine of a tool is the one that staff choose, until they leave it to the order again', async () => {
  const member = await server.member({ tickets: { normal: 10 } });
  const { imageId } = await member.upload(await drawPicture());
  const run = async () => {
    const { taskId } = await member.api.startTask(enlargement(imageId));
    await server.deps.runner.idle();
    return (await member.api.getTaskByTaskId({ taskId })).engine;
  };
  expect(await run()).toBe('test');
  expect(await refusal(change('engine-upScaleImg', 'nobody'))).toMatchObject({ reason: 'setting.invalid' });
  await change('engine-upScaleImg', 'second');
  expect(await run()).toBe('second');
  await change('engine-upScaleImg', null);
  expect(await run()).toBe('test');
});

it('words that staff add are refused by the assistant at once', async () => {
  const member = await server.member();
  const ask = () => member.api.chat({ message: '这里有黑话吗', clientKey: newClientKey() } as never);
  await change('words-refused', ['黑话', ' 黑话 ', '']);
  expect((await admin.api.staffSetting({ id: 'words-refused' })).value).toEqual(['黑话']);
  expect((await refusal(ask())).reason).toMatch(/^chat\./);
  await change('words-refused', null);
});
