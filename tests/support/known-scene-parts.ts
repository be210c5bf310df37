/** One element of a drawing: the same outline is painted in the picture and filled flat in the map of objects. */
export interface DrawnElement {
  /** SVG element without fill and end, e.g. `rect x="1" y="2" width="3" height="4"`. */
  outline: string;
  /** Attributes it is painted with, e.g. `fill="url(#brick)"`. */
  paint: string;
  /** The object it belongs to; nothing for shadows and other light, which belong to what they fall on. */
  object: string | null;
}

export interface Drawing {
  /** Content of `<defs>`. */
  definitions: string;
  elements: DrawnElement[];
}

/** Picks one of several. */
export function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/** Colour `#rrggbb` made lighter (above 1) or darker. */
export function shade(colour: string, factor: number): string {
  const part = (at: number) =>
    Math.max(0, Math.min(255, Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * factor)));
  return `rgb(${part(1)},${part(3)},${part(5)})`;
}

/** `rect` from its left top corner and size. */
export function rect(x: number, y: number, width: number, height: number, radius = 0): string {
  return `rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"`;
}

/** A vertical or horizontal gradient between two colours. */
export function gradient(id: string, from: string, to: string, isHorizontal = false): string {
  return `<linearGradient id="${id}" x2="${isHorizontal ? 1 : 0}" y2="${isHorizontal ? 0 : 1}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}

/** Defines the soft edge that {@link shadow} uses. */
export const softness =
  '<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="7"/></filter>';

/** Darkness that falls on what lies below. */
export function shadow(outline: string, strength = 0.4): DrawnElement {
  return { outline, paint: `fill="#000814" fill-opacity="${strength}" filter="url(#soft)"`, object: null };
}

/** Leaves: `count` discs in an ellipse, lighter above. */
export function leaves(
  random: () => number,
  {
    x,
    y,
    radiusX,
    radiusY,
    count,
    leaf,
    colour,
    object,
  }: {
    x: number;
    y: number;
    radiusX: number;
    radiusY: number;
    count: number;
    leaf: number;
    colour: string;
    object: string;
  },
): DrawnElement[] {
  return Array.from({ length: count }, () => {
    const angle = random() * Math.PI * 2;
    const reach = Math.sqrt(random());
    const cy = y + Math.sin(angle) * reach * radiusY;
    const light = 0.65 + 0.45 * random() + 0.3 * ((y - cy) / radiusY) * 0.6;
    const cx = x + Math.cos(angle) * reach * radiusX;
    return {
      outline: `circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="${(leaf * (0.6 + 0.8 * random())).toFixed(1)}"`,
      paint: `fill="${shade(colour, light)}"`,
      object,
    };
  });
}
