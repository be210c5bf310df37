/** A colour in CIE L*a*b* (D65 or D50, the same for both colours of a comparison). */
export type Lab = readonly [lightness: number, a: number, b: number];

const degrees = Math.PI / 180;
const powerOf25 = 25 ** 7;

/** CIEDE2000 (Sharma, Wu, Dalal 2005), all weights 1: about 1 is just noticeable. */
export function colourDifference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const chroma7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const stretch = 1.5 - 0.5 * Math.sqrt(chroma7 / (chroma7 + powerOf25));
  const c1 = Math.hypot(a1 * stretch, b1);
  const c2 = Math.hypot(a2 * stretch, b2);
  const h1 = hueOf(a1 * stretch, b1);
  const h2 = hueOf(a2 * stretch, b2);
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const hueStep = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * degrees);
  const lightness = (l1 + l2) / 2;
  const chroma = (c1 + c2) / 2;
  const hue = isGrey ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : ((h1 + h2 + 360) / 2) % 360;
  const t =
    1 -
    0.17 * Math.cos((hue - 30) * degrees) +
    0.24 * Math.cos(2 * hue * degrees) +
    0.32 * Math.cos((3 * hue + 6) * degrees) -
    0.2 * Math.cos((4 * hue - 63) * degrees);
  const chromaPower = chroma ** 7;
  const rotation =
    -2 *
    Math.sqrt(chromaPower / (chromaPower + powerOf25)) *
    Math.sin(60 * Math.exp(-(((hue - 275) / 25) ** 2)) * degrees);
  const middle = (lightness - 50) ** 2;
  const dl = (l2 - l1) / (1 + (0.015 * middle) / Math.sqrt(20 + middle));
  const dc = (c2 - c1) / (1 + 0.045 * chroma);
  const dh = hueStep / (1 + 0.015 * chroma * t);
  return Math.sqrt(Math.max(0, dl * dl + dc * dc + dh * dh + rotation * dc * dh));
}

/** 0–360 degrees. */
function hueOf(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / degrees + 360) % 360;
}
