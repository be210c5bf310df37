import type { PictureRecipe, Ratio, Words } from '../recipe.ts';

interface MoreRecipe extends Omit<PictureRecipe, 'making' | 'ratio'> {
  ratio: Ratio;
  making: Words;
}

export const moreRecipes: readonly MoreRecipe[] = [];
