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
  /** Class that it stands for; rows of the user's own making stand for paving. */
  kind: SiteClass;
}

export interface SitePaint {
  palette: PlanPalette;
  legend: readonly LegendTone[];
  /** Row of the legend for each face. */
  rowOf: Uint8Array;
  trees: readonly Circle[];
  /** Direction in which shadows fall: degrees clockwise from up. */
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
  const { lightness } = drawing;
  const { palette, legend, rowOf, detail } = paint;
  const unit = Math.max(drawing.width, drawing.height) / 1000;
  const isBuilding = new Uint8Array(lightness.length);
  const isWater = new Uint8Array(lightness.length);
  for (let i = 0; i < isBuilding.length; i++) {
    const { kind } = legend[rowOf[regions.faceOf[i]!]!]!;
    isBuilding[i] = kind === 'building' ? 1 : 0;
    isWater[i] = kind === 'water' ? 1 : 0;
  }
  const angle = (paint.shadowAngle * Math.PI) / 180;
  const [alongX, alongY] = [Math.sin(angle), -Math.cos(angle)];
  const fall = { x: alongX * paint.shadowLength, y: alongY * paint.shadowLength };
  const painter: SitePainter = {
    drawing,
    regions,
    paint,
    unit,
    isBuilding,
    isWater,
    shade: shadowPlane(isBuilding, drawing, fall, unit * 0.5),
    shore: isWater.includes(1) ? distanceInside(isWater, drawing) : undefined,
  };
  const rgb = new Uint8Array(lightness.length * 3);
  paintFaces(painter, rgb);
  paintTrees(rgb, drawing, paint.trees, {
    colour: palette.plant,
    alongX,
    alongY,
    shadow: palette.shadow * (paint.shadowLength > 0 ? 1 : 0),
    shadowLength: Math.min(paint.shadowLength * 0.3, unit * 14),
    detail,
    seed: paint.seed,
  });
  drawLines(painter, rgb);
  return rgb;
}

interface SitePainter {
  drawing: PlanDrawing;
  regions: SiteRegions;
  paint: SitePaint;
  /** Pixels of a thousandth of the longer side. */
  unit: number;
  isBuilding: Uint8Array;
  isWater: Uint8Array;
  /** Shadows of buildings, 0–1. */
  shade: Float32Array;
  /** Distance to the shore in water, pixels. */
  shore: Float32Array | undefined;
}

function paintFaces(painter: SitePainter, rgb: Uint8Array): void {
  const { drawing, regions, paint, unit, isBuilding, shade } = painter;
  const { width, height } = drawing;
  const { palette, legend, rowOf } = paint;
  const colour = new Float32Array(3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const tone = legend[rowOf[regions.faceOf[i]!]!]!;
      const factor = toneFactor(painter, i, x, y);
      const dark = shade[i]! * (isBuilding[i] ? 0 : 1) * Math.min(0.6, palette.shadow * 1.2);
      for (let c = 0; c < 3; c++) colour[c] = tone.colour[c]! * factor * (1 - dark * (c === 2 ? 0.88 : 1));
      if (palette.wash > 0) wash(colour, paint, x / unit, y / unit);
      for (let c = 0; c < 3; c++) rgb[i * 3 + c] = clamp(colour[c]! + 0.5, 0, 255);
    }
  }
}

/** Factor of pattern, roof light and depth of water on a pixel's colour. */
function toneFactor(painter: SitePainter, i: number, x: number, y: number): number {
  const { regions, paint, unit, isBuilding, isWater, shore } = painter;
  const { legend, rowOf, detail, palette } = paint;
  const face = regions.faceOf[i]!;
  const { pattern, kind } = legend[rowOf[face]!]!;
  let factor = patternTone(paint, pattern, x / unit, y / unit);
  if (kind === 'road') factor *= 1 + palette.texture * detail * 0.04 * (latticeRandom(x, y, paint.seed) - 0.5);
  const facet = regions.facets.get(face);
  if (facet !== undefined && isBuilding[i]) factor *= 0.84 + 0.18 * facet;
  if (shore && isWater[i]) factor *= 1.05 - 0.13 * detail * Math.min(1, shore[i]! / (unit * 45));
  return factor;
}

/** Blots of watercolour; `u` and `v` in thousandths of the longer side. In place. */
function wash(colour: Float32Array, { palette, seed }: SitePaint, u: number, v: number): void {
  const blot = valueNoise(u / 40, v / 40, seed) * 0.6 + valueNoise(u / 11, v / 11, seed + 1) * 0.4;
  const lift = palette.wash * (blot - 0.42) * 0.34;
  for (let c = 0; c < 3; c++) colour[c] = lift > 0 ? colour[c]! + (255 - colour[c]!) * lift : colour[c]! * (1 + lift);
}

/** @param fall length and direction of the shadow, pixels @param sigma of its blur, pixels */
function shadowPlane(
  mask: Uint8Array,
  drawing: PlanDrawing,
  fall: { x: number; y: number },
  sigma: number,
): Float32Array {
  if (Math.hypot(fall.x, fall.y) < 1) return new Float32Array(mask.length);
  const plane = Float32Array.from(sweepMask(mask, drawing, Math.round(fall.x), Math.round(fall.y)));
  return gaussianBlur(plane, drawing, Math.max(0.6, sigma), plane);
}

/** Factor of a pattern; `u` and `v` in thousandths of the longer side. */
function patternTone({ palette, detail, seed }: SitePaint, pattern: LegendPattern, u: number, v: number): number {
  const strength = palette.texture * detail;
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
      const cloud = valueNoise(u / 34, v / 34, seed + 5) * 0.65 + valueNoise(u / 8, v / 8, seed + 6) * 0.35;
      const blade = latticeRandom(Math.floor(u * 1.1), Math.floor(v * 0.8), seed + 7);
      return 1 + (0.25 + 0.75 * strength) * (0.15 * (cloud - 0.5) + 0.06 * (blade - 0.5));
    }
    case 'wave': {
      const ripple = Math.sin(v * 1.1 + 2.4 * valueNoise(u / 16, v / 9, seed + 8) * Math.PI);
      return 1 + (0.3 + 0.7 * strength) * (ripple > 0.93 ? 0.07 : 0);
    }
  }
}

function drawLines({ drawing, regions, paint }: SitePainter, rgb: Uint8Array): void {
  const { lightness } = drawing;
  for (let i = 0; i < lightness.length; i++) {
    const share = clamp((0.94 - lightness[i]!) / 0.8, 0, 1);
    if (share === 0) continue;
    const isDash = regions.isDash[i] === 1;
    if (!isDash && !paint.isLineKept) continue;
    const strength = regions.isTree[i] ? 0.5 : 0.92;
    const alpha = share * (isDash ? 1 : strength);
    const line: Rgb = isDash ? dashColour : paint.palette.line;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = rgb[i * 3 + c]! * (1 - alpha) + line[c]! * alpha + 0.5;
  }
}

const dashColour: Rgb = [252, 252, 250];
