import { boxBlur, type Size } from '../../base/blur.ts';
import { lumaPlane } from '../../base/colour.ts';
import { growLabels, labelComponents } from '../../base/components.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { closeDark } from './live-ink.ts';

/** The view without edge lines, and where so many lie that they are a hatch (1). */
export function withoutLines(rgb: Uint8Array, size: Size, unit: number): { colours: Uint8Array; isHatch: Uint8Array } {
  const luma = lumaPlane(rgb);
  const closed = closeDark(luma, size, Math.max(2, Math.round(1.8 * unit)));
  const isLine = bytesOf(luma, (level, i) => (closed[i]! - level > 0.045 ? 1 : 0));
  const lines = Float32Array.from(isLine);
  const reach = Math.max(3, Math.round(4 * unit));
  const dense = boxBlur(lines, size, reach);
  // The bars of a window lie as close as tiles, on less room than a roof has.
  const isDense = bytesOf(dense, (share) => (share > 0.24 ? 1 : 0));
  const wide = boxBlur(Float32Array.from(isDense), size, 3 * reach);
  const heart = boxBlur(Float32Array.from(bytesOf(wide, (share) => (share > 0.86 ? 1 : 0))), size, 3 * reach);
  const grown = bytesOf(heart, (share, i) => (share > 0 && wide[i]! > 0.4 && isDense[i] ? 1 : 0));
  const hatches = labelComponents(grown, size);
  const least = 0.015 * luma.length;
  const isHatch = bytesOf(hatches.labels, (label) => (label >= 0 && hatches.components[label]!.area > least ? 1 : 0));
  const near = boxBlur(lines, size, 1);
  const source = new Int32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    // A line's soft rim is a line too.
    const isRim = near[i]! > 0.34 && closed[i]! - luma[i]! > 0.012;
    source[i] = !isHatch[i] && (isLine[i] || isRim) ? -1 : i;
  }
  growLabels(source, size);
  const colours = new Uint8Array(rgb.length);
  const plane = new Float32Array(luma.length);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]!;
    const mean = boxBlur(plane, size, reach);
    for (let i = 0; i < plane.length; i++) {
      const from = source[i]! < 0 ? i : source[i]!;
      colours[i * 3 + channel] = Math.round(isHatch[from] ? mean[from]! : plane[from]!);
    }
  }
  return { colours, isHatch: bytesOf(source, (from) => (from >= 0 ? isHatch[from]! : 0)) };
}

/** A line is darker than both of its sides by this, 0–1. */
const edgeDepth = 0.12;

/**
 * Share of the picture that dark lines of a few pixels cover, 0–1. Six views of rooms in modelling programs had
 * 0.014–0.06, bare rooms in even light, photographed and rendered, 0.002–0.008.
 */
export function edgeShare(rgb: Uint8Array, size: Size): number {
  const luma = lumaPlane(rgb);
  const closed = closeDark(luma, size, Math.max(2, Math.round((0.9 * Math.max(size.width, size.height)) / 512)));
  let lines = 0;
  for (let i = 0; i < luma.length; i++) if (closed[i]! - luma[i]! > edgeDepth) lines++;
  return lines / luma.length;
}
