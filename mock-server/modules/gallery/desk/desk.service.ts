import { galleryDeskContract, type ReportedAuthor, type ReviewedPicture } from '#shared/contract/gallery-desk';
import type { PinAt } from '#shared/contract/pin';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import type { Delivery, ImageService, Viewer } from '../../studio/image/image.service.ts';
import { pinFieldsOf } from '../index/pin.rules.ts';
import type { PicturePublishing } from '../pictures/picture-publishing.ts';
import * as reviews from './desk.repository.ts';

export interface GalleryDeskDeps {
  store: Store;
  clock: Clock;
  audit: AuditService;
  changeSets: ChangeSets;
  settle: PicturePublishing['settle'];
  categories: Pick<CategoryService, 'pathOf'>;
  images: Pick<ImageService, 'deliverToStaff'>;
  accounts: Pick<AccountService, 'inHandsOfStaff'>;
}

/** Reports of one person that are shown. */
const reportsShown = 20;

const imageUrl = (id: number) => galleryDeskContract.galleryReviewImage.path.replace(':id', String(id));

export type GalleryDesk = ReturnType<typeof createGalleryDesk>;

/** Review of published pictures by staff. Private ones are not shown to them. */
export function createGalleryDesk(deps: GalleryDeskDeps) {
  const { store, changeSets, settle } = deps;
  changeSets.register('gallery', {
    async now(tx, id) {
      const state = await reviews.reviewState(tx, Number(id));
      if (!state) return null;
      // Reports that came meanwhile are no reason to refuse.
      const { openReports: _reports, ...decided } = state;
      return decided;
    },
    async revert(tx, { id, before }) {
      await reviews.putReviewBack(tx, Number(id), before as unknown as reviews.ReviewState);
      await settle(tx, [Number(id)]);
    },
  });
  changeSets.register('gallery_pin', {
    async now(tx, id) {
      const [row] = await reviews.staffReviews(tx, [Number(id)]);
      return row ? { pinPlace: row.pin_place, pinnedUntil: row.pinned_until } : null;
    },
    async revert(tx, { id, before }) {
      await reviews.pinPicture(tx, Number(id), before as ReturnType<typeof pinFieldsOf>);
      await settle(tx, [Number(id)]);
    },
  });
  changeSets.register('author_reports', {
    now: async (_tx, _id, known) => known,
    revert: (tx, { before }) => reviews.reopenAuthorReports(tx, (before?.open ?? []) as string[]),
  });
  return {
    ...withDeps(deps, { answerReports, image, pin, decideRow }),
    authorList: {
      source: reviews.reportedSource,
      async rows(handle, ids) {
        const rows = await reviews.reportedAuthors(handle, ids);
        return Promise.all(rows.map((row) => reported(handle, row)));
      },
      idOf: ({ id }) => id,
    } satisfies ConsoleList<ReportedAuthor>,
    reviewList: {
      source: reviews.reviewSource,
      rows: async (handle, ids) => describe(deps, handle, await reviews.staffReviews(handle, ids)),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<ReviewedPicture>,
    find: (id: number): Promise<ReviewedPicture> => find(deps, store.db, id),
    approve: (caller: StaffCaller, id: number, facts: RequestFacts) =>
      decide(deps, caller, id, { state: 'public', reason: '' }, facts),
    reject: (caller: StaffCaller, id: number, reason: string, facts: RequestFacts) =>
      decide(deps, caller, id, { state: 'rejected', reason }, facts),
  };
}

/** Throws `gallery.author_not_found` when there is nothing to answer. */
async function answerReports(
  { store, clock, audit, changeSets }: GalleryDeskDeps,
  caller: StaffCaller,
  authorId: string,
  reason: string,
  facts: RequestFacts,
): Promise<ReportedAuthor> {
  return store.transact(async (tx) => {
    const rows = await reviews.openReportsOf(tx, authorId, reportsShown);
    const [last] = rows;
    if (!last) throw new ProductError('gallery.author_not_found');
    const { name, created_at } = last;
    const before = await reported(tx, { id: authorId, name, open_reports: rows.length, created_at });
    const open = await reviews.openReportIdsOf(tx, authorId);
    await reviews.answerReportsOf(tx, authorId, clock.now());
    const after = { ...before, openReports: 0, reports: [] };
    const action = 'gallery.answer_reports';
    await audit.record(tx, { caller, facts, action, subject: authorId, before, after: { ...after, reason } });
    const item = { resource: 'author_reports', id: authorId, before: { open }, after: { open: [] } };
    await changeSets.record(tx, { caller, facts, title: `处理对「${name}」的举报`, items: [item] });
    return after;
  });
}

/** The picture itself, so that staff see what nobody else may see yet. */
async function image({ store, images }: GalleryDeskDeps, viewer: Viewer, id: number, w?: number): Promise<Delivery> {
  const [row] = await reviews.staffReviews(store.db, [id]);
  if (!row) throw new ProductError('gallery.picture_not_found');
  return images.deliverToStaff(viewer, row.image_id, w);
}

/** Puts a picture before the recommended ones, or back among them. Throws `request.invalid`. */
async function pin(
  deps: GalleryDeskDeps,
  caller: StaffCaller,
  id: number,
  at: PinAt,
  facts: RequestFacts,
): Promise<ReviewedPicture> {
  const { clock, store, settle, audit, changeSets } = deps;
  const after = pinFieldsOf(at, clock.now());
  return store.transact(async (tx) => {
    const picture = await find(deps, tx, id);
    if (at.place !== null) await requireForeign(deps, tx, caller, picture);
    const { title, pinPlace, pinnedUntil } = picture;
    const before = { pinPlace, pinnedUntil };
    await reviews.pinPicture(tx, id, after);
    await settle(tx, [id]);
    const verb = at.place === null ? 'unpin' : 'pin';
    await audit.record(tx, { caller, facts, action: `gallery.${verb}`, subject: String(id), before, after });
    const item = { resource: 'gallery_pin', id: String(id), before, after };
    const change = `${verb === 'pin' ? '置顶' : '取消置顶'}图片「${title || id}」`;
    await changeSets.record(tx, { caller, facts, title: change, items: [item] });
    return find(deps, tx, id);
  });
}

async function describe(
  deps: GalleryDeskDeps,
  handle: Db,
  rows: readonly reviews.ReviewRow[],
): Promise<ReviewedPicture[]> {
  const ids = rows.map((row) => row.id);
  const reasons = await reviews.openReasons(handle, ids);
  const tags = await reviews.tagsOfAll(handle, ids);
  return rows.map((row) => ({
    ...{ id: row.id, imageId: row.image_id, url: imageUrl(row.id), width: row.width, height: row.height },
    ...{ title: row.title, description: row.description, source: row.source, classifyId: row.classify_id },
    categories: deps.categories.pathOf(row.classify_id).map(({ name }) => name),
    tags: tags.filter(({ picture_id }) => picture_id === row.id).map(({ tag }) => tag),
    ...{ state: row.state, authorId: row.owner_id, authorName: row.author_name, openReports: row.open_reports },
    reportReasons: reasons.filter((report) => report.picture_id === row.id).map((report) => report.reason),
    ...{ reviewedBy: row.reviewer_name, reviewReason: row.review_reason },
    ...{ createdAt: row.created_at, reviewedAt: row.reviewed_at },
    ...{ pinPlace: row.pin_place, pinnedUntil: row.pinned_until },
  }));
}

async function find(deps: GalleryDeskDeps, handle: Db, id: number): Promise<ReviewedPicture> {
  const [row] = await reviews.staffReviews(handle, [id]);
  const [described] = row ? await describe(deps, handle, [row]) : [];
  if (!described) throw new ProductError('gallery.picture_not_found');
  return described;
}

/** Nobody may publish or pin pictures of an account that may be their own. Throws `gallery.own_picture`. */
async function requireForeign(
  deps: GalleryDeskDeps,
  tx: Db,
  caller: StaffCaller,
  { authorId }: ReviewedPicture,
): Promise<void> {
  const own = await deps.accounts.inHandsOfStaff(tx, [authorId], [caller.accountId]);
  if (own.size > 0) throw new ProductError('gallery.own_picture');
}

/** Takes effect at once: lists, counts and the file follow the commit. */
async function decideRow(
  deps: GalleryDeskDeps,
  tx: Db,
  caller: StaffCaller,
  id: number,
  decision: { state: 'public' | 'rejected'; reason: string },
  facts: RequestFacts,
): Promise<ReviewedPicture> {
  const { clock, settle, audit, changeSets } = deps;
  const before = await find(deps, tx, id);
  const was = await reviews.reviewState(tx, id);
  if (decision.state === 'public') await requireForeign(deps, tx, caller, before);
  if (before.state === 'rejected' && decision.state === 'rejected') throw new ProductError('gallery.not_for_review');
  await reviews.decide(tx, id, { ...decision, reviewedBy: caller.accountId, now: clock.now() });
  await settle(tx, [id]);
  const after = await find(deps, tx, id);
  const action = decision.state === 'public' ? 'gallery.approve' : 'gallery.reject';
  await audit.record(tx, { caller, facts, action, subject: String(id), before, after });
  const title = `${decision.state === 'public' ? '通过' : '驳回'}图片「${before.title || before.id}」`;
  const item = {
    resource: 'gallery',
    id: String(id),
    before: was ?? null,
    after: (await reviews.reviewState(tx, id)) ?? null,
  };
  await changeSets.record(tx, { caller, facts, title, items: [item] });
  return after;
}

function decide(
  deps: GalleryDeskDeps,
  caller: StaffCaller,
  id: number,
  decision: Parameters<typeof decideRow>[4],
  facts: RequestFacts,
) {
  return deps.store.transact((tx) => decideRow(deps, tx, caller, id, decision, facts));
}

async function reported(
  handle: Db,
  {
    id,
    name,
    open_reports: openReports,
    created_at: createdAt,
  }: Awaited<ReturnType<typeof reviews.reportedAuthors>>[number],
): Promise<ReportedAuthor> {
  const rows = await reviews.openReportsOf(handle, id, reportsShown);
  const reports = rows.map((row) => {
    return { id: row.id, reason: row.reason, text: row.details, createdAt: row.created_at };
  });
  return { id, name, openReports, reports, createdAt };
}
