/** The sky dome: gradient, light round the sun and thin clouds. */
import { smoothstep } from '../../base/scalar.ts';
import { normalise, type Vec3 } from '../../base/vector.ts';
import type { Rgb } from './materials.ts';
import { fbm } from './noise.ts';
import type { Sky } from './scene.ts';

export type SkyColour = (dx: number, dy: number, dz: number, isDetailed: boolean, out: Rgb) => void;

/** @returns colour of the sky along a unit direction; clouds only where `isDetailed`. */
export function skyColour(sky: Sky, sunDirection: Vec3): SkyColour {
  const sun = normalise(sunDirection);
  const drift = sky.drift ?? 0;
  return (dx, dy, dz, isDetailed, out) => {
    if (dy < 0) {
      const k = smoothstep(0, 0.08, -dy);
      out.r = sky.horizon[0] * (1 - k) + sky.ground[0] * k;
      out.g = sky.horizon[1] * (1 - k) + sky.ground[1] * k;
      out.b = sky.horizon[2] * (1 - k) + sky.ground[2] * k;
      return;
    }
    const k = Math.max(0, 1 - dy) ** 4.2;
    const cosine = Math.max(0, dx * sun[0] + dy * sun[1] + dz * sun[2]);
    const glow = 0.35 * cosine ** 3 + 0.8 * cosine ** 24 + 1.2 * cosine ** 160;
    let r = sky.zenith[0] * (1 - k) + sky.horizon[0] * k + sky.glow[0] * glow;
    let g = sky.zenith[1] * (1 - k) + sky.horizon[1] * k + sky.glow[1] * glow;
    let b = sky.zenith[2] * (1 - k) + sky.horizon[2] * k + sky.glow[2] * glow;
    if (isDetailed && sky.clouds > 0) {
      const flat = 1 / (dy + 0.12);
      const u = dx * flat + drift * 1.37;
      const v = dz * flat + drift * 0.61;
      const warp = fbm(u * 0.8 + 11, v * 0.8 + 3, 3, 60);
      const body = fbm(u * 0.55 + warp * 0.9 + 5, v * 1.25 + warp * 0.7, 5, 50);
      const wisps = fbm(u * 1.6 + warp * 2.2, v * 4.2 + warp, 5, 70);
      const low = 0.72 - 0.42 * sky.clouds;
      let cover = smoothstep(low, low + 0.26, body * 0.72 + wisps * 0.3);
      cover *= smoothstep(0.01, 0.16, dy) * 0.9;
      const light = smoothstep(0.35, 0.75, wisps * 0.6 + 0.4 * (1 - body) + 0.25 * cosine);
      r = r * (1 - cover) + (sky.cloudLight[0] * light + sky.cloudShade[0] * (1 - light)) * cover;
      g = g * (1 - cover) + (sky.cloudLight[1] * light + sky.cloudShade[1] * (1 - light)) * cover;
      b = b * (1 - cover) + (sky.cloudLight[2] * light + sky.cloudShade[2] * (1 - light)) * cover;
    }
    out.r = r;
    out.g = g;
    out.b = b;
  };
}
