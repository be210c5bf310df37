import type { PictureRecipe } from '../recipe.ts';

export const gardens: readonly PictureRecipe[] = [];
