import { createTurns } from '../../../turns.ts';
import { findTyped, isSound, readable } from '../../base/pinyin.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import type { GalleryCatalogue } from './gallery-catalogue.ts';
import { soughtWords } from './search-match.ts';
import { plain } from './search-words.ts';

/** Parsed words for searches outside the index: sets, cases, one's own records. */
export interface Sought {
  /** Each has to be found: by one of its words, or by a category that is called so. */
  groups: ReadonlyArray<{ words: readonly string[]; classifyIds: readonly string[] }>;
  /** Text that may be pinyin or initials of a name. */
  sound: string | undefined;
  /** Those of the names that were read whose sound it is. */
  ids: readonly string[];
}

/** @param names is asked where what was typed may be a sound */
export type Seek = (
  typed: string,
  names?: () => Promise<ReadonlyArray<{ id: string; title: string }>>,
) => Promise<Sought>;

/** Divides what was typed as the search of pictures does, with the same synonyms and categories. */
export function createSeek({
  catalogue,
  categories,
}: {
  catalogue: GalleryCatalogue;
  categories: Pick<CategoryService, 'isName' | 'shown' | 'pathOf'>;
}): Seek {
  return async (typed, names) => {
    const sought = soughtWords(await catalogue.ready(), typed, categories.isName);
    const groups = sought.map(({ word, synonyms }) => {
      const words = [word, ...synonyms];
      const isCalledSo = ({ name }: { name: string }) => words.some((each) => plain(name).includes(each));
      const found = categories.shown().filter(({ id }) => categories.pathOf(id).some(isCalledSo));
      return { words, classifyIds: found.map(({ id }) => id) };
    });
    const letters = plain(typed).replace(/\s+/g, '');
    const sound = isSound(letters) ? letters : undefined;
    const turns = createTurns();
    const ids: string[] = [];
    for (const { id, title } of sound && names ? await names() : []) {
      if (turns.isOver()) await turns.give();
      if (soundsLike(sound, title)) ids.push(id);
    }
    return { groups, sound, ids };
  };
}

function soundsLike(sound: string | undefined, name: string): boolean {
  return sound !== undefined && findTyped(readable(name), sound) !== undefined;
}

/** @param texts all that words may stand in, the name first */
export function isFound(sought: Sought, texts: readonly string[], classifyId: string): boolean {
  const text = plain(texts.join('\n'));
  const hasAll = sought.groups.every(
    ({ words, classifyIds }) => classifyIds.includes(classifyId) || words.some((word) => text.includes(word)),
  );
  return (hasAll && sought.groups.length > 0) || soundsLike(sought.sound, texts[0] ?? '');
}
