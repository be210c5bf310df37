import { setImmediate } from 'node:timers/promises';
import { day } from '#shared/domain/time';
import type { Clock } from '../adapters/clock/port.ts';
import type { Ids } from '../ids.ts';
import type { Db, Store } from '../modules/base/store.ts';
import { type Editor, editorNamed, editorOf } from './gallery-editors.ts';
import type { GallerySeed, SeedCase, SeedSet } from './gallery-files.ts';

/** Days over which what the house shows seems to have come in. */
const spreadDays = 60;
const gap = 1024;

/** A moment before now that belongs to a name and looks like chance (FNV-1a). */
export function seemsFrom(now: number, name: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return now - Math.round(((hash >>> 0) / 2 ** 32) * spreadDays * day);
}

/** Seeded records that exist already. */
export async function seedNames(
  db: Db,
  table: 'gallery_picture' | 'picture_set' | 'design_case',
): Promise<Set<string>> {
  const rows = await db.selectFrom(table).select('seed_name').where('seed_name', 'is not', null).execute();
  return new Set(rows.flatMap((row) => row.seed_name ?? []));
}

/** Puts the image sets and cases in that are missing, once their pictures are there. */
export async function putSetsAndCases(
  { store, clock, ids }: { store: Store; clock: Clock; ids: Ids },
  { sets, cases }: GallerySeed,
  editors: ReadonlyMap<Editor, string>,
): Promise<void> {
  const rows = await store.db
    .selectFrom('gallery_picture')
    .select(['id', 'seed_name'])
    .where('seed_name', 'is not', null)
    .execute();
  const numbers = new Map(rows.map((row) => [row.seed_name ?? '', row.id]));
  const idOf = (name: string) => numbers.get(name) ?? [];
  const isFull = (names: readonly string[]) => names.length > 0 && names.every((name) => numbers.has(name));

  const authorOf = ({ editor, classifyId }: SeedCase) => editors.get(editorNamed(editor) ?? editorOf(classifyId)) ?? '';

  const knownSets = await seedNames(store.db, 'picture_set');
  for (const set of sets) {
    if (knownSets.has(set.name) || !set.pictures.some((name) => numbers.has(name))) continue;
    await store.transact((tx) => insertSet(tx, set, set.pictures.flatMap(idOf)));
    await setImmediate();
  }
  const knownCases = await seedNames(store.db, 'design_case');
  for (const each of cases) {
    const shown = each.blocks.flatMap((block) => (block.kind === 'text' ? [] : block.picture));
    if (knownCases.has(each.name) || !isFull(shown)) continue;
    await store.transact((tx) => insertCase(tx, each, [...new Set(shown.flatMap(idOf))]));
    await setImmediate();
  }

  async function insertSet(tx: Db, set: SeedSet, pictureIds: readonly number[]): Promise<void> {
    const id = ids.next('set');
    const at = seemsFrom(clock.now(), set.name);
    await tx
      .insertInto('picture_set')
      .values({
        ...{ id, kind: 'set', owner_id: editors.get(editorOf(set.classifyId)) ?? '', title: set.title },
        ...{ description: set.description, tags: JSON.stringify(set.tags), classify_id: set.classifyId },
        ...{ is_private: 0, seed_name: set.name, created_at: at, updated_at: at },
      })
      .execute();
    const places = [...new Set(pictureIds)].map((picture_id, place) => ({
      ...{ set_id: id, picture_id, place: (place + 1) * gap, added_at: at },
    }));
    await tx.insertInto('set_picture').values(places).execute();
  }

  async function insertCase(tx: Db, each: SeedCase, pictureIds: readonly number[]): Promise<void> {
    const id = ids.next('case');
    const blocks = each.blocks.map((block) =>
      block.kind === 'text'
        ? { kind: 'text', heading: block.heading ?? '', text: block.text }
        : { kind: block.kind, pictureId: numbers.get(block.picture), caption: block.caption },
    );
    await tx
      .insertInto('design_case')
      .values({
        ...{ id, seed_name: each.name, author_id: authorOf(each), title: each.title },
        ...{ classify_id: each.classifyId, location: each.location, built_year: each.year, style: each.style },
        ...{ area_square_metres: Math.round(each.areaSquareMetres), team: each.team, intro: each.intro },
        ...{ blocks: JSON.stringify(blocks), cover_picture_id: pictureIds[0] ?? 0, is_sample: 1 },
        created_at: seemsFrom(clock.now(), each.name),
      })
      .execute();
    const shown = pictureIds.map((picture_id) => ({ case_id: id, picture_id }));
    await tx.insertInto('case_picture').values(shown).execute();
  }
}
