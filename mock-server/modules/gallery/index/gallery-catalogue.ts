import { pictureSorts } from '#shared/domain/gallery';
import { featureLength, layoutLikeness } from '../../../../engine/kernels/likeness/index.ts';
import { createTurns } from '../../../turns.ts';
import type { Store } from '../../base/store.ts';
import { createGalleryIndex, type GalleryIndex, type IndexedPicture } from './gallery-index.ts';
import * as pictures from './picture.repository.ts';

/** Rows of one statement, which nobody gets a turn in. */
const rowsAtOnce = 100;

export type GalleryCatalogue = ReturnType<typeof createGalleryCatalogue>;

/** The index of what everybody may see, as far as the database has come. */
export function createGalleryCatalogue({ store }: { store: Store }) {
  const { db } = store;
  let index = createGalleryIndex();
  let isClosed = false;
  /** Reading and changes, one after the other. */
  let work: Promise<unknown> = Promise.resolve();

  function inTurn(step: () => Promise<void>): Promise<void> {
    const turn = work.then(step);
    work = turn.catch(() => undefined);
    return turn;
  }

  async function readInto(fresh: GalleryIndex): Promise<void> {
    const turns = createTurns();
    let last = 0;
    for (;;) {
      const rows = isClosed ? [] : await pictures.publicPicturesAfter(db, last, rowsAtOnce);
      await fresh.reserve(rows.length, turns);
      for (const row of rows) {
        fresh.append(row);
        if (turns.isOver()) await turns.give();
      }
      last = rows.at(-1)?.id ?? last;
      if (rows.length < rowsAtOnce) return;
      if (turns.isOver()) await turns.give();
    }
  }

  async function readAll(): Promise<void> {
    const fresh = createGalleryIndex();
    await readInto(fresh);
    for (const sort of pictureSorts) await fresh.orders[sort].build(fresh.slotsUsed());
    await vary(fresh);
    index = fresh;
  }

  store.whenEmptied(() => inTurn(readAll));

  async function take(ids: readonly number[]): Promise<void> {
    const rows = new Map<number, IndexedPicture>();
    for (const row of await pictures.publicPictures(db, ids)) rows.set(row.id, row);
    const turns = createTurns();
    await index.reserve(rows.size, turns);
    for (const id of ids) {
      const row = rows.get(id);
      if (row) index.put(row);
      else index.drop(id);
      if (turns.isOver()) await turns.give();
    }
  }

  return {
    /** Begins to read; lists wait for it. */
    start: (): Promise<void> => inTurn(readAll),

    /** The index once all changes known by now are in it. */
    async ready(): Promise<GalleryIndex> {
      await work;
      return index;
    },

    /** Takes over what has been committed of these pictures. */
    changed: (ids: readonly number[]): Promise<void> => inTurn(() => take(ids)),

    /** Reads everything anew, e.g. after many pictures came at once; until then lists show what they showed. */
    changedAll: (): Promise<void> => inTurn(readAll),

    /** Ends a reading that is under way. */
    async close(): Promise<void> {
      isClosed = true;
      await work;
    },
  };
}

/** Likeness of layouts from which two pictures show one scene: those of different ones come to 0.98 at most. */
const oneScene = 0.985;

/** Gives the recommended pictures an order in which those of one scene, category or author stand apart. */
async function vary({ columns, orders, featuresAt }: GalleryIndex): Promise<void> {
  const { categories, owners, recommended, measured, edgeLengths } = columns;
  const order = orders.recommended.slots();
  const scores = new Float64Array(order.length);
  let last = Number.POSITIVE_INFINITY;
  for (let place = 0; place < order.length; place++) {
    last = Math.min(recommended[order[place]!]!, last - 1);
    scores[place] = last;
  }
  const showOneScene = (one: number, other: number): boolean => {
    if (!measured[one] || !measured[other]) return false;
    const [mine, theirs] = [featuresAt(one), featuresAt(other)];
    const otherFeatures = theirs.block.subarray(theirs.from, theirs.from + featureLength);
    return layoutLikeness(mine.block, mine.from, otherFeatures, edgeLengths[one]! * edgeLengths[other]!) >= oneScene;
  };
  const kinship = (one: number, other: number) =>
    (showOneScene(one, other) ? 6 : 0) +
    (categories[one] === categories[other] ? 3 : 0) +
    (owners[one] === owners[other] ? 1 : 0);
  const varied = await spread(order, kinship);
  for (let place = 0; place < varied.length; place++) recommended[varied[place]!] = scores[place]!;
  order.set(varied);
}

/** Of the next ones in line, this many are looked at for the one that differs most from what stands before. */
const lookedAt = 16;
/** Neighbours that a picture should differ from. */
const apart = 6;
/** Pictures placed between two looks at the time. */
const placedAtOnce = 64;

/**
 * Spreads what is alike: goes through `slots` and takes of the next few always the one that resembles the last ones
 * least. Nothing moves further up than the few places; the same pictures give the same order.
 * @param kinship how much two are alike, 0 for not at all
 */
async function spread(slots: Int32Array, kinship: (one: number, other: number) => number): Promise<Int32Array> {
  const spreadOut = new Int32Array(slots.length);
  const waiting = [...slots.subarray(0, lookedAt)];
  const turns = createTurns();
  let next = waiting.length;
  for (let place = 0; place < slots.length; place++) {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let candidate = 0; candidate < waiting.length && least > 0; candidate++) {
      let likeness = 0;
      for (let back = 1; back <= apart && back <= place; back++)
        likeness += kinship(waiting[candidate]!, spreadOut[place - back]!) / back;
      if (likeness < least) [least, best] = [likeness, candidate];
    }
    spreadOut[place] = waiting[best]!;
    waiting.splice(best, 1);
    if (next < slots.length) waiting.push(slots[next++]!);
    if (place % placedAtOnce === 0 && turns.isOver()) await turns.give();
  }
  return spreadOut;
}
