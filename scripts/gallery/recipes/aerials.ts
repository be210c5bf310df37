import type { PictureRecipe } from '../recipe.ts';

export const aerials: readonly PictureRecipe[] = [];
