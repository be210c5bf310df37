import { type LinearColour, lightTint, linearColour } from '../../base/linear-light.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import type { Facade } from './live-facade.ts';
import { isFlat, Role } from './live-role.ts';
import type { Shadows } from './live-shadow.ts';
import { groundPlace, type LiveStage } from './live-stage.ts';
import type { LiveWish } from './live-words.ts';

/** The light of a mood: sun and sky as factors on a surface's colour. */
export interface Sunlight {
  sun: LinearColour;
  sky: LinearColour;
  /** Colour of the air far away. */
  air: LinearColour;
  /** Brightness of the scene, 1 = a clear day. */
  brightness: number;
}

export function sunlightOf({ look }: Pick<LiveWish, 'look'>): Sunlight {
  const { exposure, flatness, lightColour, shadeColour } = look.light;
  const share = clamp(0.62 - 0.85 * flatness, 0.05, 0.8);
  // The looks are made for photos, which have colour of their own; bare surfaces need less of it.
  const scaled = (tint: LinearColour, by: number) =>
    tint.map((value) => (1 + (value - 1) * 0.7) * by) as unknown as LinearColour;
  return {
    sun: scaled(lightTint(lightColour), exposure * share * 1.12),
    sky: scaled(lightTint(shadeColour), exposure * (1 - share * 0.86)),
    air: linearColour(look.haze > 0.05 ? look.hazeColour : look.sky.horizon),
    brightness: exposure,
  };
}

/** Turns colours into light: sun where it falls, sky light everywhere, air towards the distance. In place. */
export function lightScene(
  stage: LiveStage,
  { sun, sky, air }: Sunlight,
  facades: ReadonlyArray<Facade | undefined>,
  { cast, open }: Shadows,
): void {
  const { size, roles, regions, light, wish } = stage;
  const { width, height } = size;
  const airShare = wish.look.light.exposure < 0.4 ? 0.5 : 0.8;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const role = roles[i]!;
      if (role === Role.sky || role === Role.sun || role === Role.foliage || role === Role.photo) continue;
      readExposure(stage, facades[regions.labels[i]!], i, x);
      const { facing, far, rise } = exposure;
      const sunny = facing * (1 - cast[i]!);
      const seen = open[i]! * rise;
      for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
        const value = light[at]! * (sky[channel]! * seen + sun[channel]! * sunny * Math.min(1, 0.5 + 0.5 * seen));
        light[at] = value + (air[channel]! * airShare - value) * far;
      }
    }
  }
}

/** Factors on the sun and on the sky's light of a pixel, and its share of the air; written by {@link readExposure}. */
const exposure = { facing: 0, rise: 0, far: 0 };

function readExposure(stage: LiveStage, facade: Facade | undefined, i: number, x: number): void {
  const { roles, size, noise, wish } = stage;
  const role = roles[i]!;
  const y = (i - x) / size.width;
  const haze = 0.1 + 0.9 * wish.look.haze;
  exposure.facing = 0.94;
  exposure.far = 0.05 * haze;
  exposure.rise = 1;
  if (facade) {
    exposure.facing = role === Role.roof ? 1.02 : facade.facing;
    const up = (y - facade.topAt - facade.topSlope * x) / facade.height;
    exposure.rise = 1.07 - 0.16 * clamp(up, 0, 1);
  } else if (isFlat(role)) {
    const { away } = groundPlace(stage, x, y);
    exposure.far = haze * smoothstep(12, 170, away) * 0.85;
  } else if (role === Role.thing) exposure.facing = 0.55 + 0.45 * (noise.fine[i]! > 0.5 ? 1 : 0.7);
}
