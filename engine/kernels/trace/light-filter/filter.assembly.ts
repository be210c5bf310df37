// AssemblyScript, compiled by `ASSEMBLY=keep` with assembly-modules.test.ts; TypeScript and Biome do not read it.
//
// One pass of the filter of `script-filter.ts` over four points at a time, in 32-bit floats. Planes follow each other:
// normal x, y, z and depth; light r, g, b and their sum; the same four of the result. About each plane lies a rim that no
// point of the picture is like, so that no neighbour needs to be looked for at the border.

/** Neighbours that cost more count for nothing. */
const mostCost: f32 = 9;

/** Weights of the five neighbours along a line, of a sum of 1. */
function kernel(offset: i32): f32 {
  if (offset == 0) return 0.375;
  return offset == 1 || offset == -1 ? 0.25 : 0.0625;
}

/** 2 to the power of -126 … 0, with an error of a hundred-thousandth. */
@inline
function powerOfTwo(t: v128): v128 {
  const whole = f32x4.floor(t);
  const f = f32x4.sub(t, whole);
  let p = f32x4.splat(0.013534167);
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.052011464));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.24144275));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.69300383));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(1.0000026));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23);
  return f32x4.mul(p, exponent);
}

/**
 * @param first byte of the first point of the picture in the first plane
 * @param plane bytes of a plane
 * @param row bytes of a row of a plane
 * @param columns points of a row, rounded up to four
 * @param step points between neighbours
 * @param source number of the first plane of the light; the first one of the result is the other of 4 and 8
 * @param contrastShare part of a point's own light that a contrast is measured by
 * @param contrastCost cost of such a contrast; 0 where contrasts do not count
 */
export function pass(
  first: usize,
  plane: usize,
  row: usize,
  columns: i32,
  rows: i32,
  step: i32,
  source: i32,
  contrastShare: f32,
  contrastCost: f32,
): void {
  const light = <usize>source * plane;
  const result = <usize>(12 - source) * plane;
  const gapShare: f32 = <f32>0.012 * <f32>step;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x += 4) {
      const k = first + <usize>y * row + ((<usize>x) << 2);
      const nx = v128.load(k);
      const ny = v128.load(k + plane);
      const nz = v128.load(k + 2 * plane);
      const z = v128.load(k + 3 * plane);
      const tone = v128.load(k + light + 3 * plane);
      const sameness = f32x4.add(f32x4.add(f32x4.mul(nx, nx), f32x4.mul(ny, ny)), f32x4.mul(nz, nz));
      const isMixed = f32x4.lt(sameness, f32x4.splat(0.95));
      const bend = v128.bitselect(f32x4.splat(2), f32x4.splat(24), isMixed);
      const gap = f32x4.div(
        v128.bitselect(f32x4.splat(0.1), f32x4.splat(1), isMixed),
        f32x4.add(f32x4.mul(z, f32x4.splat(gapShare)), f32x4.splat(0.02)),
      );
      const contrast = f32x4.div(
        v128.bitselect(f32x4.splat(<f32>0.15 * contrastCost), f32x4.splat(contrastCost), isMixed),
        f32x4.add(f32x4.mul(tone, f32x4.splat(contrastShare)), f32x4.splat(0.02)),
      );
      let r = f32x4.splat(0);
      let g = f32x4.splat(0);
      let b = f32x4.splat(0);
      let total = f32x4.splat(0);
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const q = k + <usize>(dy * step) * row + <usize>((dx * step) << 2);
          const ax = f32x4.sub(nx, v128.load(q));
          const ay = f32x4.sub(ny, v128.load(q + plane));
          const az = f32x4.sub(nz, v128.load(q + 2 * plane));
          let cost = f32x4.mul(
            f32x4.add(f32x4.add(f32x4.mul(ax, ax), f32x4.mul(ay, ay)), f32x4.mul(az, az)),
            bend,
          );
          cost = f32x4.add(cost, f32x4.mul(f32x4.abs(f32x4.sub(z, v128.load(q + 3 * plane))), gap));
          const m = q + light;
          cost = f32x4.add(cost, f32x4.mul(f32x4.abs(f32x4.sub(tone, v128.load(m + 3 * plane))), contrast));
          const isAlike = f32x4.le(cost, f32x4.splat(mostCost));
          if (!v128.any_true(isAlike)) continue;
          const power = f32x4.mul(f32x4.min(cost, f32x4.splat(mostCost)), f32x4.splat(-1.44269504));
          const share = kernel(dx) * kernel(dy);
          const weight = v128.and(isAlike, f32x4.mul(powerOfTwo(power), f32x4.splat(share)));
          total = f32x4.add(total, weight);
          r = f32x4.add(r, f32x4.mul(weight, v128.load(m)));
          g = f32x4.add(g, f32x4.mul(weight, v128.load(m + plane)));
          b = f32x4.add(b, f32x4.mul(weight, v128.load(m + 2 * plane)));
        }
      }
      const isSurface = f32x4.gt(sameness, f32x4.splat(0));
      r = v128.and(isSurface, f32x4.div(r, total));
      g = v128.and(isSurface, f32x4.div(g, total));
      b = v128.and(isSurface, f32x4.div(b, total));
      const to = k + result;
      v128.store(to, r);
      v128.store(to + plane, g);
      v128.store(to + 2 * plane, b);
      v128.store(to + 3 * plane, f32x4.add(f32x4.add(r, g), b));
    }
  }
}
