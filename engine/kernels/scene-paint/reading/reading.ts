import type { Size } from '../../../base/blur.ts';
import type { SceneFrame } from './scene-planes.ts';
import type { Surfaces } from './surfaces.ts';

/** Reading of a model without materials. Shares are 0–1 per pixel; what belongs to none of them is built. */
export interface ModelReading extends Size {
  sky: Float32Array;
  /** Crowns and shrubs, trunks among them. */
  plants: Float32Array;
  /** Everything that is walked on, lawn and water with it. */
  ground: Float32Array;
  /** Share of the ground that is rough like grass. */
  lawn: Float32Array;
  water: Float32Array;
  /** Level roofs; found from above only. */
  roof: Float32Array;
  glass: Float32Array;
  surfaces: Surfaces;
}

export interface ModelView {
  isFromAbove: boolean;
  /** Row below which ground can lie, pixels. */
  horizon: number;
}

/** The shares of a reading, in the picture's size. */
export type Shares = Pick<ModelReading, 'sky' | 'plants' | 'ground' | 'lawn' | 'water' | 'glass' | 'roof'> & Size;

/** Everything about a model that stays the same for all outputs of a run. */
export interface ReadScene {
  reading: ModelReading;
  shares: Shares;
  frame: SceneFrame;
  /** Light on each pixel of the picture, linear, 1 = the brightest walls. */
  shading: Float32Array;
  isFromAbove: boolean;
}
