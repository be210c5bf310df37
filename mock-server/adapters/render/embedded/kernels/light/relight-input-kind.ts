import type { LabPlanes } from '../segment/slic.ts';

/** What a base picture is: a drawing of lines, a model without materials, or a shaded picture with colours. */
export type InputKind = 'lines' | 'whiteModel' | 'shaded';

/** Tells the kinds apart by mean chroma and by the share of paper white. */
export function judgeInput({ lightness, a, b }: LabPlanes): InputKind {
  let chroma = 0;
  let white = 0;
  for (let i = 0; i < lightness.length; i++) {
    chroma += Math.hypot(a[i]!, b[i]!);
    if (lightness[i]! > 0.94) white++;
  }
  if (chroma / lightness.length > 0.04) return 'shaded';
  return white > lightness.length * 0.5 ? 'lines' : 'whiteModel';
}
