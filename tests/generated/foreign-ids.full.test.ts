import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { def, shapeOf, unwrap } from '#shared/contract/coerce';
import type { Endpoint } from '#shared/contract/endpoint';
import { mayStaff, staffRoles } from '#shared/domain/staff-permissions';
import { watchData } from '../support/data-watch.ts';
import { type Call, type Party, productCalls, startFilledServer } from '../support/filled-server.ts';
import { reasonOf } from '../support/server-answers.ts';
import { asForm, fillPath } from '../support/server-calls.ts';
import type { RawAnswer, Visitor } from '../support/server-visitor.ts';

let filled: Awaited<ReturnType<typeof startFilledServer>>;
let data: Awaited<ReturnType<typeof watchData>>;
beforeAll(async () => {
  filled = await startFilledServer(['lin', 'wang']);
  data = await watchData(filled.server.dataDir);
});
afterAll(async () => {
  data.close();
  expect(await filled.server.faults()).toEqual([]);
  await filled.server.close();
});

/** Fields that are named like ids and name nothing that is anybody's. */
const namesNothing = new Set([
  ...['clientKey', 'classifyId', 'requestId', 'deviceId', 'productId', 'entryId', 'presetId', 'appId', 'sellerId'],
  ...['fileId', 'beforeId', 'parentId', 'leafId'],
]);
const isId = (name: string) => /^(id|ids|token|into|retriedFrom)$|Ids?$/.test(name) && !namesNothing.has(name);

const fieldsOf = ({ params, input }: Endpoint): Record<string, z.ZodType> => ({
  ...shapeOf(params),
  ...shapeOf(input),
});
const idFieldsOf = (spec: Endpoint) => Object.keys(fieldsOf(spec)).filter(isId);

/** Fields whose ids are of what everybody may see, or of what is made to be given away. */
const isForEverybody = new Set([
  ...['sharedResult.token', 'sharedPicture.token', 'case.id', 'collectCase.id'],
  ...['author.id', 'people.id', 'follow.id', 'blockAuthor.id', 'reportAuthor.id'],
  ...['pictures.authorId', 'pictureLayout.authorId', 'cases.authorId', 'imageSets.authorId'],
]);

/** Names of records that are nobody else's to see. */
const secretWords = /wang_(picture|pending|set|folder|project|talk|codes)/;

/** A value of the same kind that names nothing. */
function absentLike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absentLike);
  if (typeof value === 'number') return 987_654_321;
  const text = String(value);
  return /^[a-z]+_/.test(text) ? `${text.split('_')[0]}_${'z'.repeat(20)}` : 'z'.repeat(text.length);
}

/** Makes the call; streams of answers are read to their end. */
function send(visitor: Visitor, spec: Endpoint, values: Readonly<Record<string, unknown>>): Promise<RawAnswer> {
  const { path, rest } = fillPath(spec, values);
  if (spec.method === 'GET') return visitor.raw('GET', `${path}?${asForm(rest)}`);
  return visitor.raw(spec.method, path, { 'content-type': 'application/json' }, JSON.stringify(rest));
}

/** Status and body of an answer without the ids that were asked for. */
function told({ status, text, json }: RawAnswer, value: unknown): unknown {
  const asked = [value].flat().filter((id) => typeof id === 'string');
  const body = json === undefined ? text : JSON.stringify(json);
  return { status, body: asked.reduce((rest, id) => rest.replaceAll(id, 'ASKED'), body) };
}

/** The kind of value that a field takes, so that one id can stand in it. */
const inField = (schema: z.ZodType | undefined, value: unknown): unknown =>
  schema && def(unwrap(schema)).type === 'array' && !Array.isArray(value) ? [value] : value;

const recordOf = (party: Party, name: string, field: string): unknown => party.samples[name]?.[field];

/** An id of this party for a field, from another call where this one has none in its sample. */
function idFor(party: Party, name: string, field: string): unknown {
  const own = recordOf(party, name, field);
  if (own !== undefined) return own;
  const from: Record<string, [string, string]> = {
    projectId: ['updateProject', 'projectId'],
    coverImageId: ['image', 'imageId'],
    imageId: ['image', 'imageId'],
    imageIds: ['image', 'imageId'],
    taskId: ['getTaskByTaskId', 'taskId'],
    taskIds: ['getTaskByTaskId', 'taskId'],
    retriedFrom: ['getTaskByTaskId', 'taskId'],
    orderId: ['checkOrder', 'orderId'],
    conversationId: ['chatHistoryDetail', 'conversationId'],
    messageId: ['chatRate', 'messageId'],
    folderId: ['folder', 'id'],
    imageSetId: ['imageSet', 'id'],
    authorId: ['author', 'id'],
    pictureIds: ['picture', 'id'],
    pictureId: ['picture', 'id'],
    coverPictureId: ['picture', 'id'],
    thumbnailPictureId: ['picture', 'id'],
    ids: ['picture', 'id'],
  };
  const [call = '', at = ''] = from[field] ?? [];
  return party.samples[call]?.[at];
}

const isCustomers = ([, spec]: Call) =>
  spec.access !== 'staff' && spec.encoding !== 'raw' && spec.encoding !== 'multipart' && spec.path.startsWith('/api/');
const pairs = productCalls
  .filter(isCustomers)
  .flatMap(([name, spec]) => idFieldsOf(spec).map((field) => [name, field, spec] as const));

describe('an id of somebody else', () => {
  it('stands in every field that is named like one', () => {
    expect(pairs.length).toBeGreaterThan(80);
    const missing = pairs.filter(([name, field]) => idFor(filled.party('lin'), name, field) === undefined);
    // A drawing lives in memory, while it is drawn.
    expect(missing.map(([name, field]) => `${name}.${field}`)).toEqual([]);
  });

  it.each(pairs)('tells %s nothing in %s, and is not touched', async (name, field, spec) => {
    const [lin, wang] = [filled.party('lin'), filled.party('wang')];
    const schema = fieldsOf(spec)[field];
    const theirs = inField(schema, idFor(wang, name, field));
    const none = absentLike(theirs);
    const visitors: Array<[string, Visitor]> = [['a stranger', lin.visitor]];
    if (spec.access === 'anyone') visitors.push(['a visitor', filled.server.visitor()]);
    for (const [who, visitor] of visitors) {
      // The first of two leaves what the second finds, where a call goes on without the record.
      await send(visitor, spec, { ...lin.samples[name], [field]: none });
      const absent = await send(visitor, spec, { ...lin.samples[name], [field]: none });
      await data.changes();
      const foreign = await send(visitor, spec, { ...lin.samples[name], [field]: theirs });
      expect([who, secretWords.exec(foreign.text)]).toEqual([who, null]);
      if (isForEverybody.has(`${name}.${field}`)) continue;
      expect([who, told(foreign, theirs)]).toEqual([who, told(absent, none)]);
      if (foreign.status >= 400)
        expect([who, reasonOf(spec, foreign), await data.changes()]).toEqual([who, reasonOf(spec, foreign), []]);
    }
  });
});

const ofStaff = productCalls.filter(([, spec]) => spec.access === 'staff' && spec.permission !== null);

describe('a member of staff without the permission', () => {
  const staff = new Map<string, Visitor>();
  beforeAll(async () => {
    for (const role of staffRoles) staff.set(role, await filled.server.staff(role));
  });

  it.each(ofStaff)('learns nothing of a record by %s, and leaves it', async (name, spec) => {
    const { samples } = filled.party('wang');
    await data.changes();
    const without = staffRoles.filter((role) => !mayStaff(role, spec.permission!));
    for (const role of without) {
      const values = samples[name] ?? {};
      const absent = Object.fromEntries(
        Object.entries(values).map(([field, value]) => [field, isId(field) ? absentLike(value) : value]),
      );
      const answers = [await send(staff.get(role)!, spec, values), await send(staff.get(role)!, spec, absent)];
      for (const answer of answers)
        expect([role, answer.status, reasonOf(spec, answer)]).toEqual([role, 403, 'auth.forbidden']);
      expect(answers[0]?.json).toEqual(answers[1]?.json);
    }
    expect(await data.changes()).toEqual([]);
  });

  it.each(ofStaff)('neither does a customer by %s', async (name, spec) => {
    const { samples, visitor } = filled.party('wang');
    const customer = filled.server.visitor();
    for (const cookie of ['sid', 'staff_sid']) customer.cookies.set(cookie, visitor.cookies.get('sid') ?? '');
    const answer = await send(customer, spec, samples[name] ?? {});
    expect([answer.status, reasonOf(spec, answer)]).toEqual([401, 'auth.required']);
  });
});
