import { derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import type { MadeState } from '../../mock-server/control/state-contract.ts';
import { controlSamples, derivedSamples, sampleValues } from './sample-values.ts';
import { startOfStory, startTestServer, type TestServer } from './server.ts';
import { putBuildingView } from './server-buildings.ts';
import { calls } from './server-calls.ts';
import { putCase } from './server-gallery.ts';
import { stateOf } from './server-state.ts';
import type { Visitor } from './server-visitor.ts';

export type Call = [name: string, spec: Endpoint];
export type Samples = Readonly<Record<string, Record<string, unknown>>>;

/** Every call of the product, those that follow from lists among them. */
export const productCalls: readonly Call[] = [...calls, ...Object.entries<Endpoint>(derivedContract)];

/** An account with one record of each kind that calls name, and values for all calls with the ids of these. */
export interface Party {
  visitor: Visitor;
  accountId: string;
  samples: Samples;
}

const sections = (owner: string) => ({
  uploads: { [`${owner}_upload`]: { account: owner } },
  projects: { [`${owner}_project`]: { account: owner } },
  tasks: { [`${owner}_task`]: { account: owner, project: `${owner}_project` } },
  orders: {
    [`${owner}_order`]: { account: owner },
    [`${owner}_invoiced`]: { account: owner },
    [`${owner}_refund`]: { account: owner, status: 'refunding' },
  },
  conversations: { [`${owner}_talk`]: { account: owner, turns: [{ question: `${owner}：客厅怎么布置` }] } },
  pictures: {
    [`${owner}_picture`]: { account: owner, state: 'private' },
    [`${owner}_pending`]: { account: owner, state: 'pending' },
    [`${owner}_public`]: { account: owner, state: 'public' },
  },
  folders: { [`${owner}_folder`]: { account: owner, isPrivate: true, pictures: [`${owner}_public`] } },
  invoices: { [`${owner}_invoice`]: { order: `${owner}_invoiced` } },
  redeemCodes: { [`${owner}_codes`]: { name: `${owner}-codes`, ticketKind: 'normal', amount: 5 } },
});

function stateFor(owners: readonly string[]): Record<string, object> {
  const accounts = Object.fromEntries(
    owners.map((owner) => [owner, { plan: 'team', tickets: { normal: 500, gpt: 500, live: 500 } }]),
  );
  const merged: Record<string, object> = { accounts };
  for (const owner of owners)
    for (const [section, parts] of Object.entries(sections(owner))) merged[section] = { ...merged[section], ...parts };
  return merged;
}

/**
 * Starts a server on which each of these accounts has a record of every kind, seen by the administrator as well.
 * @param seed that ids follow from, so that two servers with the same one have the same ids
 */
export async function startFilledServer(owners: readonly string[] = ['lin'], seed?: string) {
  const server = await startTestServer({ tools: ['upScaleImg', 'toline', 'text2Img'] });
  const { make, control } = stateOf(() => server);
  if (seed !== undefined) {
    await control('POST', '/reset', { scenario: 'empty', seed });
    await control('POST', '/clock', { now: startOfStory, frozen: true });
  }
  const made = await make(stateFor(owners));
  await server.deps.catalogue.ready();
  const admin = await server.staff('admin');
  const parties = new Map<string, Party>();
  for (const owner of owners) parties.set(owner, await partyOf(server, admin, made, owner));
  await server.deps.runner.idle();
  return {
    server,
    admin,
    /** Gives somebody both sessions again, which a call may have ended. */
    async comeAgain({ visitor, accountId }: Party): Promise<void> {
      const facts = { requestId: 'test', address: '127.0.0.1', userAgent: 'test', isSecure: false };
      visitor.cookies.set('sid', (await server.deps.auth.openTestSession(accountId, facts)).token);
      visitor.cookies.set('staff_sid', (await server.staff('admin')).cookies.get('staff_sid') ?? '');
    },
    party: (owner: string): Party => {
      const party = parties.get(owner);
      if (!party) throw new Error(`nobody is called ${owner}`);
      return party;
    },
  };
}

async function partyOf(server: TestServer, admin: Visitor, made: MadeState, owner: string): Promise<Party> {
  const visitor = server.visitor();
  visitor.cookies.set('sid', made.accounts[owner]?.cookie?.split('=')[1] ?? '');
  visitor.cookies.set('staff_sid', admin.cookies.get('staff_sid') ?? '');
  const records = await recordsOf(server, visitor, made, owner);
  return { visitor, accountId: records.accountId, samples: await samplesWith(admin, records) };
}

async function recordsOf(server: TestServer, visitor: Visitor, made: MadeState, owner: string) {
  const { api } = visitor;
  const { accountId = '', phoneNo = '' } = made.accounts[owner] ?? {};
  const { taskId = '', imageIds: [resultId = ''] = [] } = made.tasks[`${owner}_task`] ?? {};
  const { conversationId = '' } = made.conversations[`${owner}_talk`] ?? {};
  const { messages } = await api.chatHistoryDetail({ conversationId });
  const { pictureId = 0 } = made.pictures[`${owner}_picture`] ?? {};
  const { pictureId: publicId = 0 } = made.pictures[`${owner}_public`] ?? {};
  const { token } = await api.createShare({ imageId: resultId, days: 7 });
  const set = await api.createImageSet({
    ...{ title: `${owner}_set`, isPrivate: true, pictureIds: [pictureId], clientKey: `${owner}-set` },
  });
  const { modelId } = await putBuildingView(server, visitor, owner);
  const downloads = await api.takeDownloads({ pictureIds: [publicId] });
  return {
    ...{ taskId, resultId, conversationId, pictureId, token, accountId, modelId },
    imageId: made.uploads[`${owner}_upload`]?.imageId ?? '',
    messageId: messages.at(-1)?.messageId ?? '',
    projectId: made.projects[`${owner}_project`]?.projectId ?? '',
    orderId: made.orders[`${owner}_order`]?.orderId ?? '',
    setId: set.id,
    folderId: made.folders[`${owner}_folder`]?.folderId ?? '',
    caseId: await putCase(server, { ...visitor, accountId, phoneNo }, publicId, `case_${owner}`),
    downloadId: downloads.list[0]?.id ?? '',
    code: made.redeemCodes[`${owner}_codes`]?.codes[0] ?? '',
  };
}

type Records = Awaited<ReturnType<typeof recordsOf>>;

/** Ids by the part of a path before their place. Resources of the console that are not here: the first of their list. */
const placeOf: Readonly<Record<string, keyof Records>> = {
  pictures: 'pictureId',
  galleryReviews: 'pictureId',
  imageSets: 'setId',
  gallerySets: 'setId',
  collections: 'folderId',
  cases: 'caseId',
  galleryCases: 'caseId',
  authors: 'accountId',
  accounts: 'accountId',
  downloads: 'downloadId',
  orders: 'orderId',
  tasks: 'taskId',
};

/** Fields that name records, whatever call has them. */
const fieldOf: Readonly<Record<string, keyof Records>> = {
  pictureId: 'pictureId',
  pictureIds: 'pictureId',
  token: 'token',
  orderId: 'orderId',
  folderId: 'folderId',
  imageSetId: 'setId',
  authorId: 'accountId',
};

/** Values of every call with ids of records that there are. */
async function samplesWith(admin: Visitor, records: Records): Promise<Samples> {
  const ofProduct = sampleValues(records);
  const samples = { ...controlSamples, ...derivedSamples(ofProduct), ...ofProduct } as Record<string, object>;
  const ofLists = new Map<string, unknown>();
  const firstOf = async (resource: string): Promise<unknown> => {
    if (!ofLists.has(resource)) {
      const { json } = await admin.raw('GET', `/api/admin/v1/${resource}?_start=0&_end=1`);
      ofLists.set(resource, Array.isArray(json) ? (json[0] as { id?: unknown } | undefined)?.id : undefined);
    }
    return ofLists.get(resource);
  };
  const filled: Record<string, Record<string, unknown>> = {};
  for (const [name, { path }] of productCalls) {
    const values: Record<string, unknown> = { ...samples[name] };
    for (const [field, value] of Object.entries(values)) {
      const record = fieldOf[field];
      if (record) values[field] = Array.isArray(value) ? [records[record]] : records[record];
    }
    const resource = /([^/]+)\/:id\b/.exec(path)?.[1];
    if (resource && values.id === 'id_1') {
      const record = placeOf[resource];
      values.id = record ? records[record] : ((await firstOf(resource)) ?? values.id);
    } else if (resource && placeOf[resource]) values.id = records[placeOf[resource]];
    if (Array.isArray(values.ids)) values.ids = [idsFor(name, records)];
    filled[name] = values;
  }
  return {
    ...filled,
    batchWorks: { ...filled.batchWorks, action: 'move', projectId: records.projectId },
    createShare: { ...filled.createShare, imageId: records.resultId },
    redeemCode: { code: records.code },
    uncollectPictures: { ...filled.uncollectPictures, folderId: records.folderId },
    collectPictures: { ...filled.collectPictures, folderId: records.folderId },
  };
}

/** The record that a list of ids of a call is of. */
function idsFor(name: string, records: Records): unknown {
  if (/Downloads|downloadArchive/.test(name)) return records.downloadId;
  if (/GalleryReviews/.test(name)) return records.pictureId;
  return /Tasks|taskThumbs/.test(name) ? records.taskId : records.accountId;
}
