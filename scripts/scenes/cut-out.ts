/** Frees an object from an even ground. */

/**
 * @param rgb picture of the object on its ground, 8-bit RGB
 * @param coverage share of each point that the object covers, three equal numbers per point, 0…1
 * @returns 8-bit RGBA with the ground's colour taken out of the edges
 */
export function cutOut(rgb: Buffer, coverage: Float32Array): Buffer {
  const points = rgb.length / 3;
  const out = Buffer.alloc(points * 4);
  const ground = [rgb[0] ?? 255, rgb[1] ?? 255, rgb[2] ?? 255];
  for (let i = 0; i < points; i++) {
    const share = Math.min(1, Math.max(0, coverage[i * 3] ?? 0));
    if (share === 0) continue;
    for (let c = 0; c < 3; c++) {
      const own = ((rgb[i * 3 + c] as number) - (1 - share) * (ground[c] as number)) / share;
      out[i * 4 + c] = Math.min(255, Math.max(0, Math.round(own)));
    }
    out[i * 4 + 3] = Math.round(share * 255);
  }
  return out;
}
