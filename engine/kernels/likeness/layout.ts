import type { Size } from '../../base/blur.ts';

const grid = 4;
const directions = 8;
export const layoutLength = grid * grid * directions;

export interface LayoutFacts {
  /** Strength of edges by cell of a 4 × 4 grid and direction; its length is 1, or 0 for a picture without an edge. */
  edges: Float32Array;
  /** Shares of the picture that are smooth and bright from the top down, and smooth from the bottom up. */
  sky: number;
  ground: number;
}

/** Change of luma from one pixel to the next that makes an edge, 0–1. */
const leastEdge = 0.02;
/** Luma from which something smooth at the top is sky. */
const skyLuma = 0.4;

/**
 * Histogram of a picture's edges by place and direction (edge histogram descriptor of MPEG-7, B. S. Manjunath et al.,
 * "Color and Texture Descriptors", IEEE TCSVT 2001, with the eight directions of a gradient histogram, and the square
 * root of Arandjelović & Zisserman, CVPR 2012), and the extent of sky and ground.
 *
 * @param luma plane, 0–1
 */
export function layoutOf(luma: Float32Array, { width, height }: Size): LayoutFacts {
  const edges = new Float32Array(layoutLength);
  const strengths = new Float32Array(luma.length);
  let total = 0;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const dx = (luma[at + 1]! - luma[at - 1]!) / 2;
      const dy = (luma[at + width]! - luma[at - width]!) / 2;
      const strength = Math.hypot(dx, dy);
      strengths[at] = strength;
      if (strength < leastEdge) continue;
      // Which side is brighter does not matter: a half turn.
      const turn = ((Math.atan2(dy, dx) / Math.PI + 2) * directions + 0.5) % directions;
      const cell = Math.floor((y / height) * grid) * grid + Math.floor((x / width) * grid);
      edges[cell * directions + Math.floor(turn)]! += strength;
      total += strength;
    }
  if (total > 0) for (let place = 0; place < layoutLength; place++) edges[place] = Math.sqrt(edges[place]! / total);

  let sky = 0;
  let ground = 0;
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height && strengths[y * width + x]! < leastEdge && luma[y * width + x]! > skyLuma; y++) sky++;
    for (let y = height - 1; y >= 0 && strengths[y * width + x]! < leastEdge; y--) ground++;
  }
  return { edges, sky: sky / luma.length, ground: ground / luma.length };
}
