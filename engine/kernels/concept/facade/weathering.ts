/** Rain and snow on materials: wet surfaces darken and mirror, snow lies on what faces up. */
import { clamp } from '../../../base/scalar.ts';
import type { Material } from '../../trace/materials.ts';
import { fbm } from '../../trace/noise.ts';
import { definePaint, type Paint, type Painter, painterOf } from '../../trace/paint.ts';

/** @param wetness 0–1; @param snow 0–1 */
export function weathered(materials: readonly Material[], wetness: number, snow: number): Material[] {
  return materials.map((material) => {
    if (snow > 0 && ['matte', 'gloss', 'leaf'].includes(material.surface)) return snowed(material, snow);
    if (wetness > 0 && material.surface === 'matte') return wetted(material, wetness);
    return material;
  });
}

function snowed(material: Material, amount: number): Material {
  const paint = snowPaint(material.paint, amount, material.surface === 'leaf');
  return material.surface === 'gloss' ? { ...material, surface: 'matte', paint } : { ...material, paint };
}

const snowPaint = definePaint('snow', (under: Paint, amount: number, isLeaf: boolean): Painter => {
  const from = isLeaf ? 0.1 : 0.42;
  const below = painterOf(under);
  return (p, out) => {
    below(p, out);
    const patch = 0.25 * (fbm(p.x * 0.6, p.z * 0.6, 3, 4) - 0.5);
    const share = clamp((p.ny - from + patch) / 0.22, 0, 1) * amount * (isLeaf ? 0.8 : 0.97);
    const soft = 0.9 + 0.16 * (fbm(p.x * 0.35, p.z * 0.35, 4, 9) - 0.5);
    out.r = out.r * (1 - share) + 0.83 * soft * share;
    out.g = out.g * (1 - share) + 0.86 * soft * share;
    out.b = out.b * (1 - share) + 0.91 * soft * share;
  };
});

/** A film of water: level faces mirror, all darken. One mirror share serves a whole material, so walls get little. */
function wetted(material: Material, amount: number): Material {
  return { ...material, paint: wetPaint(material.paint, amount) };
}

const wetPaint = definePaint('wet', (under: Paint, amount: number): Painter => {
  const below = painterOf(under);
  return (p, out) => {
    below(p, out);
    const puddle = p.ny > 0.9 ? fbm(p.x * 0.3, p.z * 0.3, 3, 14) : 0.4;
    const gain = 1 - amount * (0.28 + 0.3 * puddle);
    out.r *= gain;
    out.g *= gain;
    out.b *= gain;
  };
});

/** Paving under rain. */
export function wetGround(material: Material): Material {
  return { ...material, surface: 'gloss', reflectance: 0.14, roughness: 0.025 };
}
