import type { z } from 'zod';
import type { Author } from '#shared/contract/gallery-case';
import type { AuthorCard, Report } from '#shared/contract/gallery-picture';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { pageOf } from '../../base/cursor.ts';
import { createCounter } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { CaseService } from './case.service.ts';
import * as people from './people.repository.ts';
import type { SetService } from './set.service.ts';

export interface PeopleDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  imageSets: Pick<SetService, 'countOf'>;
  cases: Pick<CaseService, 'countOf'>;
}

export type PeopleService = ReturnType<typeof createPeopleService>;

/** Reports of people that somebody may send. */
const reportLimit = { windowMs: day, most: 20 };
/** The name by which a caller asks for the own page. */
const self = 'me';

interface PeopleParts extends PeopleDeps {
  reports: ReturnType<typeof createCounter>;
}

/** Those who publish, who follows whom, and who has blocked whom. */
export function createPeopleService(deps: PeopleDeps) {
  const { store, clock } = deps;
  const reports = createCounter({ store, clock, ...reportLimit });
  const parts: PeopleParts = { ...deps, reports };
  return {
    ...withDeps(parts, { author, people: peoplePeople, follow, block, report }),
    editAbout: ({ accountId }: UserCaller, about: string): Promise<void> =>
      people.writeAbout(store.db, accountId, about),
  };
}

async function author(deps: PeopleDeps, caller: UserCaller | null, asked: string): Promise<Author> {
  const { store, imageSets, cases } = deps;
  const { id, created_at: joinedAt } = await mustFind(deps, idOf(caller, asked));
  const viewerId = caller?.accountId ?? null;
  const card = (await people.authorCards(store.db, [id])).get(id);
  if (!card) throw new ProductError('gallery.author_not_found');
  const between = viewerId ? await people.blocksBetween(store.db, viewerId, id) : { byOne: false };
  return {
    ...card,
    about: await people.aboutOf(store.db, id),
    pictures: await people.countPictures(store.db, id, viewerId),
    imageSets: await imageSets.countOf(caller, id),
    cases: await cases.countOf(caller, id),
    followers: await people.countRelated(store.db, 'followers', id, viewerId),
    following: await people.countRelated(store.db, 'following', id, viewerId),
    isSelf: id === viewerId,
    isFollowed: viewerId !== null && (await people.isFollowing(store.db, viewerId, id)),
    isFollower: viewerId !== null && (await people.isFollowing(store.db, id, viewerId)),
    isBlocked: between.byOne,
    joinedAt,
  };
}

async function peoplePeople(
  deps: PeopleDeps,
  caller: UserCaller | null,
  asked: string,
  query: { cursor?: string | undefined; size: number; relation: people.Relation },
): Promise<{ list: Array<AuthorCard & { isFollowed: boolean }>; nextCursor: string | null; total: number }> {
  const { store } = deps;
  const { id } = await mustFind(deps, idOf(caller, asked));
  const { relation } = query;
  if (relation === 'blocked' && !caller) throw new ProductError('auth.required');
  if (relation === 'blocked' && id !== caller?.accountId) throw new ProductError('gallery.author_not_found');
  const viewerId = caller?.accountId ?? null;
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'words', refusal: 'gallery.bad_cursor' },
    (stretch) => people.related(store.db, relation, id, viewerId, stretch),
    (row) => row,
  );
  const ids = rows.map((row) => row.id);
  const cards = await people.authorCards(store.db, ids);
  const followed = viewerId ? await people.followedAmong(store.db, viewerId, ids) : new Set<string>();
  const list = ids.flatMap((other) => {
    const card = cards.get(other);
    return card ? { ...card, isFollowed: followed.has(other) } : [];
  });
  return { list, nextCursor, total: await people.countRelated(store.db, relation, id, viewerId) };
}

async function follow(deps: PeopleDeps, caller: UserCaller, id: string, isFollowed: boolean): Promise<void> {
  requireOther(caller, id);
  await mustFind(deps, id);
  await deps.store.transact(async (tx) => {
    if (!isFollowed) return people.unfollow(tx, caller.accountId, id);
    const { byOne, byOther } = await people.blocksBetween(tx, caller.accountId, id);
    if (byOne || byOther) throw new ProductError('gallery.blocked');
    await people.follow(tx, caller.accountId, id, deps.clock.now());
  });
}

/** Ends what either of the two follows of the other. */
async function block(deps: PeopleDeps, caller: UserCaller, id: string, isBlocked: boolean): Promise<void> {
  const { accountId } = caller;
  requireOther(caller, id);
  await mustFind(deps, id);
  await deps.store.transact(async (tx) => {
    if (!isBlocked) return people.unblock(tx, accountId, id);
    await people.block(tx, accountId, id, deps.clock.now());
    await people.unfollow(tx, accountId, id);
    await people.unfollow(tx, id, accountId);
  });
}

/** Throws `gallery.author_not_found`, `gallery.self`, `request.too_often`. */
async function report(
  deps: PeopleParts,
  caller: UserCaller,
  id: string,
  { reason, text }: z.output<typeof Report>,
): Promise<void> {
  const { store, ids, clock, reports } = deps;
  requireOther(caller, id);
  await mustFind(deps, id);
  reports.count(caller.accountId);
  await people.insertReport(store.db, {
    ...{ id: ids.next('report'), author_id: id, account_id: caller.accountId, reason, details: text },
    ...{ created_at: clock.now(), answered_at: null },
  });
}

function idOf(caller: UserCaller | null, id: string): string {
  if (id !== self) return id;
  if (!caller) throw new ProductError('auth.required');
  return caller.accountId;
}

async function mustFind(deps: PeopleDeps, id: string): Promise<{ id: string; created_at: number }> {
  const row = await people.findAuthor(deps.store.db, id);
  if (!row) throw new ProductError('gallery.author_not_found');
  return row;
}

function requireOther({ accountId }: UserCaller, id: string): void {
  if (id === accountId || id === self) throw new ProductError('gallery.self');
}
