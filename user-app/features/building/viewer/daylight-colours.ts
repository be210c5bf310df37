/** Light of a clear day, for the quick picture of a viewer. */
export interface Daylight {
  /** Colours as numbers, 0xrrggbb. */
  sun: number;
  sky: number;
  ground: number;
  sunStrength: number;
  skyStrength: number;
  exposure: number;
  /** Colours of the sky behind the model, from the top down to the horizon. */
  backdrop: readonly [top: string, horizon: string];
}

const stops: ReadonlyArray<readonly [altitude: number, light: Daylight]> = [
  [
    -6,
    {
      ...{ sun: 0xffb27a, sky: 0x6f86b5, ground: 0x3c3f4a, sunStrength: 0, skyStrength: 1.8, exposure: 0.85 },
      backdrop: ['#263450', '#77809a'],
    },
  ],
  [
    1,
    {
      ...{ sun: 0xffb27a, sky: 0x9fb2d8, ground: 0x6b6258, sunStrength: 0.7, skyStrength: 2.1, exposure: 0.85 },
      backdrop: ['#5d7fb0', '#f0c7a0'],
    },
  ],
  [
    12,
    {
      ...{ sun: 0xffe0b8, sky: 0xbdd4f2, ground: 0x8a8174, sunStrength: 2.4, skyStrength: 2.3, exposure: 0.82 },
      backdrop: ['#6fa3dc', '#e8e4da'],
    },
  ],
  [
    35,
    {
      ...{ sun: 0xfff4e4, sky: 0xc8dcf6, ground: 0x9a9286, sunStrength: 2.8, skyStrength: 2.3, exposure: 0.8 },
      backdrop: ['#5f9de2', '#dbe8f3'],
    },
  ],
];

/** @param altitude of the sun above the horizon, degrees */
export function daylightAt(altitude: number): Daylight {
  const above = stops.findIndex(([height]) => height >= altitude);
  if (above === 0) return stops[0]![1];
  const [high, upper] = stops[above < 0 ? stops.length - 1 : above]!;
  if (above < 0) return upper;
  const [low, lower] = stops[above - 1]!;
  const share = (altitude - low) / (high - low);
  const between = (one: number, other: number) => one + (other - one) * share;
  const colour = (one: number, other: number) =>
    [16, 8, 0].reduce(
      (sum, bits) => sum | (Math.round(between((one >> bits) & 255, (other >> bits) & 255)) << bits),
      0,
    );
  const css = (one: string, other: string) => {
    const mixed = colour(Number.parseInt(one.slice(1), 16), Number.parseInt(other.slice(1), 16));
    return `#${mixed.toString(16).padStart(6, '0')}`;
  };
  return {
    sun: colour(lower.sun, upper.sun),
    sky: colour(lower.sky, upper.sky),
    ground: colour(lower.ground, upper.ground),
    sunStrength: between(lower.sunStrength, upper.sunStrength),
    skyStrength: between(lower.skyStrength, upper.skyStrength),
    exposure: between(lower.exposure, upper.exposure),
    backdrop: [css(lower.backdrop[0], upper.backdrop[0]), css(lower.backdrop[1], upper.backdrop[1])],
  };
}
