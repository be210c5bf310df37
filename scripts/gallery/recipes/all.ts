import type { PictureRecipe } from '../recipe.ts';
import { aerials } from './aerials.ts';
import { civic } from './civic.ts';
import { closeUps } from './close-ups.ts';
import { commerce } from './commerce.ts';
import { drawings } from './drawings.ts';
import { gardens } from './gardens.ts';
import { halls } from './halls.ts';
import { homes } from './homes.ts';
import { livingRooms } from './living-rooms.ts';
import { plans } from './plans.ts';
import { privateRooms } from './private-rooms.ts';
import { samples } from './samples.ts';
import { whiteModels } from './white-models.ts';
import { work } from './work.ts';

/** Every picture of the gallery, in the order of its list. */
export const pictureRecipes: readonly PictureRecipe[] = [
  ...homes,
  ...work,
  ...civic,
  ...commerce,
  ...gardens,
  ...aerials,
  ...livingRooms,
  ...privateRooms,
  ...halls,
  ...closeUps,
  ...samples,
  ...plans,
  ...drawings,
  ...whiteModels,
];
