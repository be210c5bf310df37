import type { SceneBuilder } from '../../trace/scene.ts';
import type { Skin } from '../facade/skin.ts';

/** Scene and materials that modelling works with. */
export interface Yard {
  scene: SceneBuilder;
  skin: Skin;
  random: () => number;
}
