import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretNames } from '#shared/contract/secret';
import { sentenceOf } from '#shared/contract/sentence';
import { readInput, textIssues } from '#shared/contract/text';
import { callsWithFields, type FieldCaller, fieldsOf, startFieldCaller } from '../support/call-fields.ts';
import { reasonOf } from '../support/server-answers.ts';
import { fillPath } from '../support/server-calls.ts';

let caller: FieldCaller;
beforeAll(async () => {
  caller = await startFieldCaller();
});
afterAll(() => caller.close());

/** Text longer than every limit. */
const endless = '长'.repeat(1_100_000);

const json = { 'content-type': 'application/json' };

/** Fields of several lines; all others are one line. */
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

describe.each(callsWithFields('string'))('%s', (name, spec) => {
  const texts = fieldsOf(spec, 'string');

  it(`takes no control characters, nor lines where one is meant: ${texts.join(', ')}`, async () => {
    for (const field of texts) {
      const mayHaveLines =
        manyLineFields.includes(`${name}.${field}`) ||
        (spec.access === 'staff' && ['reason', 'answer'].includes(field));
      for (const text of ['ab\u0000cd', 'ab\u0007cd', 'ab\u007fcd', ...(mayHaveLines ? [] : ['ab\r\ncd', 'ab\ncd'])]) {
        const answer = await caller.call(name, spec, { [field]: text });
        expect([field, JSON.stringify(text), answer.status]).toEqual([field, JSON.stringify(text), 422]);
        reasonOf(spec, answer);
      }
      if (mayHaveLines) {
        const { rest } = fillPath(spec, caller.samples[name]);
        const parsed = spec.input.parse({ ...rest, [field]: '第一行\r\n第二行' });
        expect([field, textIssues(spec.input, parsed)]).toEqual([field, []]);
      }
    }
  });

  it(`takes no half of a character, no control of direction and no text without end: ${texts.join(', ')}`, async () => {
    const { path, rest } = fillPath(spec, caller.samples[name]);
    const visitor = caller.visitorFor(spec);
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
