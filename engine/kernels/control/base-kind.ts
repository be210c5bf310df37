import type { Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { judgeInput } from '../light/relight-input-kind.ts';
import { flatKindOf } from '../live/live-flat-kind.ts';

/**
 * Kinds of base pictures for a generative model: strokes or flat colours drawn by hand, the view of a modelling program
 * without light, a shaded model without materials, a picture with light and materials.
 */
export type BaseKind = 'drawing' | 'view' | 'model' | 'photo';

/** @param rgb 8-bit sRGB of `size` */
export function baseKindOf(rgb: RgbBytes, size: Size): BaseKind {
  const kind = judgeInput(labPlanes(rgb), size);
  const flat = flatKindOf(rgb, size, kind);
  if (flat !== undefined) return flat === 'sketch' ? 'drawing' : 'view';
  if (kind === 'lines') return 'drawing';
  return kind === 'whiteModel' ? 'model' : 'photo';
}
