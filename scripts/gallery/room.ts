import { categoryId } from './categories.ts';
import type { PictureRecipe } from './recipe.ts';
import type { RoomForm } from './room-scene.ts';

type Room = Pick<PictureRecipe, 'name' | 'title' | 'about' | 'tags' | 'ratio'> & { form: RoomForm };

/** A room of a home; every one is a scene of its own. */
export const room = ({ form, ...given }: Room): PictureRecipe => ({
  ...given,
  kind: 'picture',
  classifyId: categoryId('室内', form.type, form.style),
  view: '人视',
  time: null,
  scene: given.name,
  making: { by: 'room', form },
});
