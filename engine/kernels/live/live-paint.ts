import { lumaOf } from '../../base/colour.ts';

/** Meanings of colours on the canvas; `paper` is unpainted, `line` a dark stroke. */
export const Paint = {
  paper: 0,
  line: 1,
  sky: 2,
  water: 3,
  grass: 4,
  foliage: 5,
  brick: 6,
  wood: 7,
  concrete: 8,
  asphalt: 9,
  stone: 10,
  glass: 11,
  plaster: 12,
  dark: 13,
  light: 14,
  other: 15,
} as const;
export type Paint = (typeof Paint)[keyof typeof Paint];
export const paintCount = 16;

/** Lightest channel below which a pixel is no longer paper. */
const paperLevel = 246;
/** Bands of hue, degrees: bright and dark colours of each; earth colours and yellows are read by strength too. */
const hueBands: readonly { below: number; luma: number; bright: Paint; dark: Paint }[] = [
  { below: 18, luma: 205, bright: Paint.plaster, dark: Paint.brick },
  { below: 168, luma: 138, bright: Paint.grass, dark: Paint.foliage },
  { below: 194, luma: 150, bright: Paint.glass, dark: Paint.water },
  { below: 262, luma: 132, bright: Paint.sky, dark: Paint.water },
  { below: 345, luma: 0, bright: Paint.other, dark: Paint.other },
  { below: 361, luma: 205, bright: Paint.plaster, dark: Paint.brick },
];

/** Meaning of a colour by five bits of its red, green and blue. */
const meanings = new Uint8Array(32 * 32 * 32);
for (let code = 0; code < meanings.length; code++) {
  meanings[code] = meaningOf(((code >> 10) & 31) * 8 + 4, ((code >> 5) & 31) * 8 + 4, (code & 31) * 8 + 4);
}

/** Meaning of a colour, 0–255 each. */
export function paintOf(red: number, green: number, blue: number): Paint {
  if (Math.min(red, green, blue) >= paperLevel) return Paint.paper;
  return meanings[((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)] as Paint;
}

function meaningOf(red: number, green: number, blue: number): Paint {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const chroma = most - least;
  const luma = lumaOf(red, green, blue);
  // The tint of a dark colour, or of a nearly white one, says little.
  if (chroma < Math.max(28 - 0.04 * luma, 20 + 0.04 * luma)) {
    if (luma < 82) return Paint.dark;
    if (luma < 140) return Paint.asphalt;
    return luma < 222 ? Paint.concrete : Paint.plaster;
  }
  const hue = hueOf(red, green, blue, most, chroma);
  const strength = chroma / most;
  if (hue >= 18 && hue < 52) return earthMeaning(hue, strength, luma);
  if (hue >= 52 && hue < 66) return yellowMeaning(strength, luma);
  const band = hueBands.find(({ below }) => hue < below);
  if (!band) return Paint.other;
  return luma > band.luma ? band.bright : band.dark;
}

function earthMeaning(hue: number, strength: number, luma: number): Paint {
  if (hue > 36 && strength > 0.52 && luma > 165) return Paint.light;
  if (strength < 0.2 && luma > 215) return Paint.plaster;
  if (luma > 165 && strength < 0.5) return Paint.stone;
  return luma > 175 ? Paint.other : Paint.wood;
}

function yellowMeaning(strength: number, luma: number): Paint {
  if (luma > 190 && strength > 0.4) return Paint.light;
  return strength < 0.35 ? Paint.stone : Paint.grass;
}

function hueOf(red: number, green: number, blue: number, most: number, chroma: number): number {
  if (most === red) return (((green - blue) / chroma) * 60 + 360) % 360;
  return most === green ? ((blue - red) / chroma) * 60 + 120 : ((red - green) / chroma) * 60 + 240;
}
