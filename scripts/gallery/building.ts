import { categoryId } from './categories.ts';
import type { PictureRecipe, Ratio, Words } from './recipe.ts';

interface Building extends Words {
  name: string;
  title: string;
  about: string;
  tags: readonly string[];
  ratio: Ratio;
  /** Path in the category tree, when it is not under its type and style. */
  category?: readonly string[];
  isWhite?: true;
}

/** A picture that the tool 文生图 makes of words; every one is a scene of its own. */
export function building({ name, title, about, tags, ratio, category, isWhite, ...words }: Building): PictureRecipe {
  const { type, style, view, time } = words;
  return {
    ...{ name, title, about, tags, view, ratio, scene: name },
    kind: isWhite ? 'drawing' : 'picture',
    classifyId: categoryId(...(category ?? ['建筑', type, ...(style ? [style] : [])])),
    time: isWhite ? null : time,
    making: { by: 'words', ...words, ...(isWhite ? { isWhite } : {}) },
  };
}
