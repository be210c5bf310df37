import type { z } from 'zod';
import type { GalleryPictureDetail, pictureContract } from '#shared/contract/gallery-picture';
import { hour } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import type { UserCaller } from '../../base/caller.ts';
import { createCounter } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import * as pictures from '../index/picture.repository.ts';
import { cardOf, coloursOf } from './picture.rules.ts';
import type { PictureVisibility } from './picture-visibility.ts';

type Report = z.output<typeof pictureContract.reportPicture.input>;

export interface PictureDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  visibility: PictureVisibility;
}

export type PictureService = ReturnType<typeof createPictureService>;

/** Reports that somebody may send. */
const reportLimit = { windowMs: hour, most: 60 };
/** Sets and cases that a picture's page names. */
const namedMost = 6;

/** One picture of the gallery and what whoever looks at it may say to it. */
export function createPictureService({ store, clock, ids, visibility }: PictureDeps) {
  const { db } = store;
  const reports = createCounter({ store, clock, ...reportLimit });

  return {
    /** Throws `gallery.picture_not_found`. */
    async detail(caller: UserCaller | null, id: number): Promise<GalleryPictureDetail> {
      const onlooker = await visibility.viewerOf(caller);
      const row = await visibility.row(onlooker, id);
      const isOwn = row.owner_id === onlooker.accountId;
      const folders = caller ? await pictures.foldersHolding(db, caller.accountId, [id]) : [];
      const imageSets = (await pictures.setsWith(db, id)).filter(({ owner_id }) => !onlooker.blocked.has(owner_id));
      const cases = (await pictures.casesWith(db, id)).filter(({ author_id }) => !onlooker.blocked.has(author_id));
      const named = (rows: ReadonlyArray<{ id: string; title: string }>) =>
        rows.slice(0, namedMost).map(({ id: rowId, title }) => ({ id: rowId, title }));
      return {
        ...cardOf(onlooker, row, folders.length > 0),
        description: row.description,
        tags: await pictures.tagsOf(db, id),
        view: row.camera_view,
        time: row.time_of_day,
        colours: coloursOf(row.colour_bits),
        downloadCount: row.downloads,
        imageSets: named(imageSets),
        cases: named(cases),
        recipe: row.tool ? { tool: row.tool, params: JSON.parse(row.recipe ?? '{}') as Record<string, unknown> } : null,
        sourceUrl: row.source_url,
        folderIds: folders.map(({ folder_id }) => folder_id),
        isFollowed: caller !== null && !isOwn && (await pictures.isFollowed(db, caller.accountId, row.owner_id)),
        rejectedBecause: isOwn && row.state === 'rejected' ? row.review_reason : null,
      };
    },

    /** Throws `gallery.picture_not_found`. */
    async hide(caller: UserCaller, id: number, isHidden: boolean): Promise<void> {
      await visibility.requireVisible(caller, [id]);
      if (isHidden) await pictures.hide(db, caller.accountId, id, clock.now());
      else await pictures.unhide(db, caller.accountId, id);
    },

    /** Throws `gallery.picture_not_found`, `request.too_often`. */
    async report(caller: UserCaller, id: number, { reason, text }: Report): Promise<void> {
      const { accountId } = caller;
      await visibility.requireVisible(caller, [id]);
      reports.count(accountId);
      await pictures.insertReport(db, {
        id: ids.next('report'),
        picture_id: id,
        account_id: accountId,
        reason,
        details: text,
        created_at: clock.now(),
        answered_at: null,
      });
    },
  };
}
