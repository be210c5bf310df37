import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { def, shapeOf, unwrap } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { secretNames } from '#shared/contract/secret';
import { sentenceOf } from '#shared/contract/sentence';
import { readInput, textIssues } from '#shared/contract/text';
import { sampleValues } from '../support/sample-values.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { reasonOf } from '../support/server-answers.ts';
import { calls, encodeBytes, fillPath } from '../support/server-calls.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { RawAnswer, Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let insider: Visitor;
let samples: ReturnType<typeof sampleValues>;
beforeAll(async () => {
  server = await startTestServer();
  const member = await server.member();
  const { imageId } = await member.upload(await drawPicture());
  const { accountId } = await server.member();
  const { projectId } = await member.api.createProject({ name: '别墅' });
  samples = sampleValues({ taskId: 'task_1', imageId, projectId, accountId });
  insider = member;
  insider.cookies.set('staff_sid', (await server.staff('admin')).cookies.get('staff_sid') ?? '');
});
afterAll(() => server.close());

/** Text longer than every limit. */
const endless = '长'.repeat(1_100_000);

const json = { 'content-type': 'application/json' };

/** The fields of a call that hold a text of their own. */
function textFieldsOf(spec: Endpoint): string[] {
  const isText = (schema: z.ZodType): boolean => {
    const { type, options } = def(unwrap(schema));
    return type === 'string' || (options ?? []).some(isText);
  };
  return Object.entries(shapeOf(spec.input) ?? {})
    .filter(([, schema]) => isText(schema))
    .map(([name]) => name);
}

/** Where people write several lines; all else is one line. */
const manyLineFields = [
  ...['chat.message', 'chatStream.message', 'submitCustomRequest.note', 'updateCustomRequest.staffNote'],
  ...['requestRefund.reason', 'refundOrder.reason', 'rejectRefund.answer', 'closeOrder.reason', 'noteOrder.note'],
  ...['answerInvoice.answer', 'resolveDifference.resolution', 'revealPhone.reason', 'revealRequestPhone.reason'],
  ...['createAccount.statusReason', 'updateAccount.statusReason', 'giveTickets.reason', 'takeBackTickets.reason'],
  ...[
    'reportPicture.text',
    'reportAuthor.text',
    'answerAuthorReports.reason',
    'publishPicture.description',
    'editPicture.description',
  ],
  'rejectPicture.reason',
  ...['staffRetryTask.reason', 'staffCancelTask.reason', 'moveTask.reason', 'redriveTask.reason'],
  ...['pauseQueue.reason', 'resumeQueue.reason', 'changeSetting.reason'],
  ...['createImageSet.description', 'editImageSet.description', 'createAccountNote.text', 'updateAccountNote.text'],
  ...['importRecords.text', 'updateGallerySet.description', 'updateGalleryCase.intro'],
];

async function call(name: keyof typeof samples, spec: Endpoint, changes: Record<string, string>): Promise<RawAnswer> {
  const { path, rest } = fillPath(spec, samples[name]);
  const values = { ...rest, ...changes };
  const form = Object.entries(values)
    .map(([field, value]) => `${field}=${encodeBytes(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&');
  const visitor = spec.access === 'anyone' ? server.visitor() : insider;
  if (spec.method === 'GET') return visitor.raw('GET', `${path}?${form}`);
  return visitor.raw(spec.method, path, { 'content-type': 'application/x-www-form-urlencoded' }, form);
}

const readable = calls.filter(
  ([, spec]) =>
    spec.encoding !== 'raw' &&
    spec.encoding !== 'multipart' &&
    spec.answers !== 'events' &&
    textFieldsOf(spec).length > 0,
);

describe.each(readable)('%s', (name, spec) => {
  const texts = textFieldsOf(spec);

  it(`takes no control characters, nor lines where one is meant: ${texts.join(', ')}`, async () => {
    for (const field of texts) {
      const mayHaveLines =
        manyLineFields.includes(`${name}.${field}`) ||
        (spec.access === 'staff' && ['reason', 'answer'].includes(field));
      for (const text of ['ab\u0000cd', 'ab\u0007cd', 'ab\u007fcd', ...(mayHaveLines ? [] : ['ab\r\ncd', 'ab\ncd'])]) {
        const answer = await call(name, spec, { [field]: text });
        expect([field, JSON.stringify(text), answer.status]).toEqual([field, JSON.stringify(text), 422]);
        reasonOf(spec, answer);
      }
      if (mayHaveLines) {
        const { rest } = fillPath(spec, samples[name]);
        const parsed = spec.input.parse({ ...rest, [field]: '第一行\r\n第二行' });
        expect([field, textIssues(spec.input, parsed)]).toEqual([field, []]);
      }
    }
  });

  it(`takes no half of a character, no control of direction and no text without end: ${texts.join(', ')}`, async () => {
    const { path, rest } = fillPath(spec, samples[name]);
    const visitor = spec.access === 'anyone' ? server.visitor() : insider;
    for (const field of texts) {
      const sent = { ...rest, [field]: 'ab\ud800cd' };
      const halves = readInput(spec.input, sent).issues?.filter(({ path: [at] }) => at === field);
      expect([field, halves?.length]).not.toEqual([field, 0]);
      if (spec.method !== 'GET') {
        const answer = await visitor.raw(spec.method, path, json, JSON.stringify(sent));
        expect([field, answer.status]).toEqual([field, 422]);
      }
      const tooLong = readInput(spec.input, { ...rest, [field]: endless }).issues?.filter(
        ({ path: [at] }) => at === field,
      );
      const sentences = tooLong?.map(sentenceOf) ?? [];
      if (spec.bodyLimit < Buffer.byteLength(endless))
        expect([field, sentences]).toEqual([field, expect.arrayContaining([expect.stringMatching(/[一-鿿]/)])]);
      const said = rest[field];
      const shown = typeof said === 'string' && said !== '' ? said : '文字内容';
      const [plain, turned] = [shown, `\u202e${shown[0]}\u2067${shown.slice(1)}\u200f`].map((text) =>
        JSON.stringify(readInput(spec.input, { ...rest, [field]: text })),
      );
      const isSecret = secretNames({ [name]: spec }).includes(field);
      if (!isSecret) expect([field, turned]).toEqual([field, plain]);
      const [empty, ...unseen] = ['', '\u200b', ' \u2800\u3164 ', '\ufe0f\u00ad\u2060'].map((text) =>
        JSON.stringify(readInput(spec.input, { ...rest, [field]: text })),
      );
      if (!isSecret) expect([field, unseen]).toEqual([field, unseen.map(() => empty)]);
    }
  });
});
