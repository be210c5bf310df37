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
  /** White in both themes: drawing paper, the ground of QR codes, marks and words on pictures. */
  paper: string;
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
  paper: '#FFFFFF',
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
  paper: '#FFFFFF',
};

export const fontFamily =
  '"PingFang SC","HarmonyOS Sans SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",system-ui,sans-serif';

/** Sizes of type, px: `--text-12` and so on. */
export const textSizes = [12, 13, 14, 16, 18, 24, 32] as const;

/** Gaps, margins and paddings, px: `--space-4` and so on. */
export const spaces = [4, 8, 12, 16, 24, 32, 48, 64] as const;

/** Widths from which the next layout holds, px. Media queries cannot read variables: they ask for these, or 1 less. */
export const breakpoints = [640, 1024, 1440] as const;

/** Order of layers, from below: `--layer-sticky` and so on. */
export const layers = { page: 1, sticky: 10, float: 20, dialog: 30, toast: 40 } as const;

/** Corners, px: cards and dialogs, inputs, chips and round marks. */
export const radii = { card: 10, input: 8, chip: 999 } as const;

/** Lengths of movements, ms: `--motion-fast`, `--motion`, `--motion-slow`. */
export const motions = { fast: 120, normal: 160, slow: 200 } as const;

export const sizes = {
  /** Body text and its line, px. */
  text: 14,
  textLine: 20,
  header: 56,
  formWidth: 360,
} as const;

const variables = (entries: readonly (readonly [name: string, value: string | number])[]) =>
  entries.map(([name, value]) => `--${name}: ${value};`).join(' ');

/** CSS custom properties of a palette, e.g. `--ink-second: #6B6862`, and the one soft shadow for what floats. */
export function cssVariables(palette: Palette): string {
  return variables([
    ...Object.entries(palette).map(
      ([name, value]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value] as const,
    ),
    ['shadow-float', `0 8px 24px color-mix(in srgb, ${palette.viewer} 16%, transparent)`],
  ]);
}

/** CSS custom properties that are the same in both themes. */
export const scaleVariables = variables([
  ['font', fontFamily],
  ...textSizes.map((size) => [`text-${size}`, `${size}px`] as const),
  ...spaces.map((space) => [`space-${space}`, `${space}px`] as const),
  ...Object.entries(radii).map(([name, radius]) => [`radius-${name}`, `${radius}px`] as const),
  ...Object.entries(layers).map(([name, layer]) => [`layer-${name}`, layer] as const),
  ...Object.entries(motions).map(
    ([name, duration]) => [name === 'normal' ? 'motion' : `motion-${name}`, `${duration}ms ease-out`] as const,
  ),
]);
