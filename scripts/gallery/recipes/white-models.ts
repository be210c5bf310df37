import type { PictureRecipe } from '../recipe.ts';

export const whiteModels: readonly PictureRecipe[] = [];
