import { luminanceOf } from '../../base/colour.ts';
import type { LinearLight } from '../../base/linear-light.ts';
import { smoothstep } from '../../base/scalar.ts';

/** Colour grades that leave structure and light as they are. */
export type Tone = 'coldBlue' | 'film' | 'blackGold' | 'warmGold';

/** A grade: colours are factors of red, green and blue at shadows, middle and highlights. */
interface Grade {
  shadows: readonly [number, number, number];
  highlights: readonly [number, number, number];
  saturation: number;
  /** 1 = as it is; above it, shadows fall and highlights rise. */
  contrast: number;
  /** Lifts black, share of white in the perceptual scale. */
  lift: number;
  exposure: number;
  /** Chroma that stays for hues that are not gold; 1 keeps all. */
  otherHues: number;
}

const grades: Readonly<Record<Tone, Grade>> = {
  coldBlue: {
    shadows: [0.74, 0.93, 1.26],
    highlights: [0.9, 1, 1.12],
    saturation: 0.78,
    contrast: 1.1,
    lift: 0,
    exposure: 0.94,
    otherHues: 1,
  },
  film: {
    shadows: [0.92, 1.02, 1.06],
    highlights: [1.07, 1.01, 0.88],
    saturation: 0.82,
    contrast: 1.08,
    lift: 0.045,
    exposure: 1.02,
    otherHues: 1,
  },
  blackGold: {
    shadows: [0.9, 0.86, 0.84],
    highlights: [1.12, 0.96, 0.66],
    saturation: 0.85,
    contrast: 1.42,
    lift: 0,
    exposure: 0.62,
    otherHues: 0.12,
  },
  warmGold: {
    shadows: [1.02, 0.95, 0.9],
    highlights: [1.16, 1.01, 0.76],
    saturation: 1.05,
    contrast: 1.04,
    lift: 0.01,
    exposure: 1.04,
    otherHues: 1,
  },
};

/**
 * Grades linear light by a tone: split toning, contrast round middle grey in the perceptual scale, chroma. In place.
 *
 * @param amount 0 = nothing, 1 = the tone, up to 1.5
 */
export function gradeTone(light: LinearLight, tone: Tone, amount: number): void {
  const grade = grades[tone];
  const share = (value: number, neutral = 1) => neutral + (value - neutral) * amount;
  const contrast = share(grade.contrast);
  const saturation = Math.max(0, share(grade.saturation));
  const otherHues = Math.max(0, share(grade.otherHues));
  const lift = grade.lift * amount;
  for (let at = 0; at < light.length; at += 3) {
    const red = light[at]!;
    const green = light[at + 1]!;
    const blue = light[at + 2]!;
    const grey = Math.max(1e-5, luminanceOf(red, green, blue));
    const perceived = Math.min(1, grey) ** (1 / 2.2);
    // Middle grey stays; the curve bends smoothly so that nothing clips.
    const bent = 0.46 * (perceived / 0.46) ** contrast;
    const high = 1 - 0.54 * ((1 - perceived) / 0.54) ** contrast;
    const curved = lift + (1 - lift) * (perceived < 0.46 ? bent : high);
    const wanted = curved ** 2.2 * share(grade.exposure);
    const isGold = smoothstep(0.02, 0.2, (red - blue) / (red + green + blue + 1e-4));
    const chroma = saturation * (otherHues + (1 - otherHues) * isGold);
    const gain = wanted / grey;
    const bright = smoothstep(0.15, 0.85, perceived);
    for (let channel = 0; channel < 3; channel++) {
      const value = Math.max(0, grey + (light[at + channel]! - grey) * chroma) * gain;
      const tint = grade.shadows[channel]! + (grade.highlights[channel]! - grade.shadows[channel]!) * bright;
      light[at + channel] = value * share(tint);
    }
  }
}
