import type { SceneBuilder } from '../../trace/scene.ts';
import type { Skin } from '../facade/skin.ts';

/** What modelling needs at hand. */
export interface Yard {
  scene: SceneBuilder;
  skin: Skin;
  random: () => number;
}
