import type { PictureRecipe } from '../recipe.ts';

export const closeUps: readonly PictureRecipe[] = [];
