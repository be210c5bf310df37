import { gaussianBlur } from '../../base/blur.ts';
import type { Rgb } from '../../base/colour.ts';
import { distanceInside, sweepMask } from '../../base/components.ts';
import { latticeRandom, valueNoise } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';
import type { Circle } from './plan-circles.ts';
import type { PlanDrawing } from './plan-drawing.ts';
import type { PlanPalette } from './plan-palettes.ts';
import type { SiteClass, SiteRegions } from './plan-site-model.ts';
import { paintTrees } from './plan-trees.ts';

export type LegendPattern = 'plain' | 'hatch' | 'dots' | 'grid' | 'grass' | 'wave';

export interface LegendTone {
  colour: Rgb;
  pattern: LegendPattern;
  /** What it stands for; rows of the user's own making stand for paving. */
  kind: SiteClass;
}

export interface SitePaint {
  palette: PlanPalette;
  legend: readonly LegendTone[];
  /** Row of the legend for each face. */
  rowOf: Uint8Array;
  trees: readonly Circle[];
  /** Where shadows fall: degrees clockwise from up. */
  shadowAngle: number;
  /** Length of a building's shadow, pixels. */
  shadowLength: number;
  isLineKept: boolean;
  /** 0–1: 0 paints flat colours. */
  detail: number;
  seed: number;
}

/** Paints a site plan; returns interleaved RGB bytes of the drawing's size. */
export function paintSitePlan(drawing: PlanDrawing, regions: SiteRegions, paint: SitePaint): Uint8Array {
  const { width, height, lightness } = drawing;
  const { palette, legend, rowOf, detail } = paint;
  const unit = Math.max(width, height) / 1000;
  const isBuilding = new Uint8Array(lightness.length);
  const isWater = new Uint8Array(lightness.length);
  for (let i = 0; i < isBuilding.length; i++) {
    const { kind } = legend[rowOf[regions.faceOf[i]!]!]!;
    isBuilding[i] = kind === 'building' ? 1 : 0;
    isWater[i] = kind === 'water' ? 1 : 0;
  }
  const angle = (paint.shadowAngle * Math.PI) / 180;
  const [alongX, alongY] = [Math.sin(angle), -Math.cos(angle)];
  const shade = shadowPlane(isBuilding, alongX * paint.shadowLength, alongY * paint.shadowLength, unit * 0.5);
  const shore = isWater.includes(1) ? distanceInside(isWater, drawing) : undefined;
  const rgb = new Uint8Array(lightness.length * 3);
  const colour = new Float32Array(3);
  const strength = palette.texture * detail;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const face = regions.faceOf[i]!;
      const tone = legend[rowOf[face]!]!;
      let factor = patternTone(tone.pattern, x / unit, y / unit);
      if (tone.kind === 'road') factor *= 1 + strength * 0.04 * (latticeRandom(x, y, paint.seed) - 0.5);
      const facet = regions.facets.get(face);
      if (facet !== undefined && isBuilding[i]) factor *= 0.84 + 0.18 * facet;
      if (shore && isWater[i]) factor *= 1.05 - 0.13 * detail * Math.min(1, shore[i]! / (unit * 45));
      const dark = shade[i]! * (isBuilding[i] ? 0 : 1) * Math.min(0.6, palette.shadow * 1.2);
      for (let c = 0; c < 3; c++) colour[c] = tone.colour[c]! * factor * (1 - dark * (c === 2 ? 0.88 : 1));
      if (palette.wash > 0) {
        const blot =
          valueNoise(x / unit / 40, y / unit / 40, paint.seed) * 0.6 +
          valueNoise(x / unit / 11, y / unit / 11, paint.seed + 1) * 0.4;
        const lift = palette.wash * (blot - 0.42) * 0.34;
        for (let c = 0; c < 3; c++)
          colour[c] = lift > 0 ? colour[c]! + (255 - colour[c]!) * lift : colour[c]! * (1 + lift);
      }
      for (let c = 0; c < 3; c++) rgb[i * 3 + c] = clamp(colour[c]! + 0.5, 0, 255);
    }
  }
  paintTrees(rgb, drawing, paint.trees, {
    colour: palette.plant,
    alongX,
    alongY,
    shadow: palette.shadow * (paint.shadowLength > 0 ? 1 : 0),
    shadowLength: Math.min(paint.shadowLength * 0.3, unit * 14),
    detail,
    seed: paint.seed,
  });
  drawLines();
  return rgb;

  function shadowPlane(mask: Uint8Array, dx: number, dy: number, sigma: number): Float32Array {
    if (Math.hypot(dx, dy) < 1) return new Float32Array(mask.length);
    const plane = Float32Array.from(sweepMask(mask, drawing, Math.round(dx), Math.round(dy)));
    return gaussianBlur(plane, drawing, Math.max(0.6, sigma), plane);
  }

  /** `u` and `v` in thousandths of the longer side. */
  function patternTone(pattern: LegendPattern, u: number, v: number): number {
    switch (pattern) {
      case 'plain':
        return 1;
      case 'hatch':
        return (u + v) % 7 < 0.9 ? 0.88 : 1;
      case 'grid':
        return u % 8 < 0.75 || v % 8 < 0.75
          ? 0.93
          : 1 + strength * 0.05 * (latticeRandom(Math.floor(u / 8), Math.floor(v / 8), 5) - 0.5);
      case 'dots': {
        const row = Math.floor(v / 6);
        const dx = ((((u + (row & 1) * 3) % 6) + 6) % 6) - 3;
        const dy = (v % 6) - 3;
        return dx * dx + dy * dy < 1.2 ? 0.84 : 1;
      }
      case 'grass': {
        const cloud =
          valueNoise(u / 34, v / 34, paint.seed + 5) * 0.65 + valueNoise(u / 8, v / 8, paint.seed + 6) * 0.35;
        const blade = latticeRandom(Math.floor(u * 1.1), Math.floor(v * 0.8), paint.seed + 7);
        return 1 + (0.25 + 0.75 * strength) * (0.15 * (cloud - 0.5) + 0.06 * (blade - 0.5));
      }
      case 'wave': {
        const ripple = Math.sin(v * 1.1 + 2.4 * valueNoise(u / 16, v / 9, paint.seed + 8) * Math.PI);
        return 1 + (0.3 + 0.7 * strength) * (ripple > 0.93 ? 0.07 : 0);
      }
    }
  }

  function drawLines(): void {
    for (let i = 0; i < lightness.length; i++) {
      const share = clamp((0.94 - lightness[i]!) / 0.8, 0, 1);
      if (share === 0) continue;
      const isDash = regions.isDash[i] === 1;
      if (!isDash && !paint.isLineKept) continue;
      const alpha = share * (isDash ? 1 : regions.isTree[i] ? 0.5 : 0.92);
      const line: Rgb = isDash ? [252, 252, 250] : palette.line;
      for (let c = 0; c < 3; c++) rgb[i * 3 + c] = rgb[i * 3 + c]! * (1 - alpha) + line[c]! * alpha + 0.5;
    }
  }
}
