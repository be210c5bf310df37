import type { VectorDrawing, VectorLayer, VectorLine } from './vector-drawing.ts';

/** Colours and size of the sheet of a drawing. */
export interface SvgSheet {
  /** `#rrggbb` */
  line: string;
  /** `#rrggbb` */
  paper: string;
  /** Width of the sheet, millimetres; 0 leaves the sheet one CSS pixel per pixel. */
  widthMm: number;
}

/**
 * A drawing as SVG 1.1: a sheet of paper, one group per layer, one path per pen width. User units are the picture's
 * pixels, y down, the corner of the first pixel at 0, 0.
 */
export function svgOf(drawing: VectorDrawing, { line, paper, widthMm }: SvgSheet): string {
  const { width, height } = drawing;
  const size =
    widthMm > 0
      ? `width="${widthMm}mm" height="${number((widthMm * height) / width, 100)}mm"`
      : `width="${width}" height="${height}"`;
  const parts = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">`,
    `<rect id="PAPER" width="${width}" height="${height}" fill="${paper}"/>`,
    ...drawing.layers.filter((layer) => layer.lines.length > 0).map((layer) => group(layer, line)),
    '</svg>',
    '',
  ];
  return parts.join('\n');
}

function group(layer: VectorLayer, colour: string): string {
  const faint = layer.strength < 1 ? ` opacity="${number(layer.strength, 100)}"` : '';
  if (layer.isFilled) {
    const outlines = layer.lines.map((line) => `${pathOf(line)}Z`).join('');
    return `<g id="${layer.name}" fill="${colour}"${faint}>\n<path fill-rule="evenodd" d="${outlines}"/>\n</g>`;
  }
  const byWidth = new Map<string, string[]>();
  for (const line of layer.lines) {
    const width = number(line.width, 4);
    const paths = byWidth.get(width) ?? [];
    paths.push(pathOf(line));
    byWidth.set(width, paths);
  }
  const paths = [...byWidth].map(([width, texts]) => `<path stroke-width="${width}" d="${texts.join('')}"/>`);
  const pen = `fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g id="${layer.name}" ${pen}${faint}>\n${paths.join('\n')}\n</g>`;
}

function pathOf({ points, isCurved }: VectorLine): string {
  const at = (i: number) => `${number(points[i]! + 0.5)} ${number(points[i + 1]! + 0.5)}`;
  let text = `M${at(0)}`;
  if (!isCurved || points.length <= 4) {
    for (let i = 2; i < points.length; i += 2) text += `L${at(i)}`;
    return text;
  }
  // Centripetal enough for points this even: Catmull-Rom through the points, as cubic Béziers.
  const last = points.length - 2;
  for (let i = 0; i < last; i += 2) {
    const before = Math.max(0, i - 2);
    const after = Math.min(last, i + 4);
    const control = (from: number, to: number, near: number, sign: number) => {
      const reach = Math.hypot(points[i + 2]! - points[i]!, points[i + 3]! - points[i + 1]!);
      const dx = points[to]! - points[from]!;
      const dy = points[to + 1]! - points[from + 1]!;
      const scale = (sign * reach) / (3 * (Math.hypot(dx, dy) || 1));
      return `${number(points[near]! + dx * scale + 0.5)} ${number(points[near + 1]! + dy * scale + 0.5)}`;
    };
    text += `C${control(before, i + 2, i, 1)} ${control(i, after, i + 2, -1)} ${at(i + 2)}`;
  }
  return text;
}

/** A number as short as a precision of 1 / `parts` allows. */
function number(value: number, parts = 10): string {
  return String(Math.round(value * parts) / parts);
}
