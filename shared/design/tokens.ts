/**
 * The look as data: paper and ink, one accent, a grid of 4. Both apps read it; no colour literal stands elsewhere.
 * Text pairs reach a contrast of at least 4.5:1, parts that act 3:1.
 */
export interface Palette {
  page: string;
  surface: string;
  /** Slightly sunken ground: stages, wells, striped rows. */
  sunken: string;
  ink: string;
  inkSecond: string;
  rule: string;
  accent: string;
  /** Text and icons on the accent. */
  onAccent: string;
  success: string;
  warning: string;
  danger: string;
  /** Near-black ground of picture viewers, in both themes. */
  viewer: string;
}

export const lightPalette: Palette = {
  page: '#F7F6F3',
  surface: '#FFFFFF',
  sunken: '#EFEDE8',
  ink: '#1C1B1A',
  inkSecond: '#6B6862',
  rule: '#E6E3DC',
  accent: '#C8472B',
  onAccent: '#FFFFFF',
  success: '#2F7D5B',
  warning: '#B7791F',
  danger: '#B3261E',
  viewer: '#141413',
};

export const darkPalette: Palette = {
  page: '#141413',
  surface: '#1D1C1B',
  sunken: '#0F0F0E',
  ink: '#ECEAE5',
  inkSecond: '#9C988F',
  rule: '#2E2C2A',
  accent: '#E2674B',
  onAccent: '#1C1B1A',
  success: '#5FB38E',
  warning: '#D9A24B',
  danger: '#EF7A70',
  viewer: '#0B0B0A',
};

export const fontFamily =
  '"PingFang SC","HarmonyOS Sans SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",system-ui,sans-serif';

export const sizes = {
  /** Body text and its line, px. */
  text: 14,
  textLine: 20,
  radiusCard: 10,
  radiusInput: 8,
  header: 56,
  formWidth: 360,
} as const;

/** CSS custom properties of a palette, e.g. `--ink-second: #6B6862`. */
export function cssVariables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`)
    .join(' ');
}
