import type { Size } from '../../base/blur.ts';
import { parseHexColour } from '../../base/colour.ts';
import { clamp } from '../../base/scalar.ts';
import type { VectorDrawing, VectorLayer, VectorLine } from './vector-drawing.ts';

/** Parameters of a DXF file besides the lines. */
export interface DxfSheet {
  /** `#rrggbb`; becomes the nearest of the format's nine basic colours. */
  line: string;
  /** Width of the drawing, millimetres; 0 keeps one drawing unit per pixel. */
  widthMm: number;
}

/** AutoCAD colour numbers that look the same everywhere. 7 is black on white and white on black. */
const basicColours: ReadonlyArray<readonly [number, number, number, number]> = [
  [1, 255, 0, 0],
  [2, 255, 255, 0],
  [3, 0, 255, 0],
  [4, 0, 255, 255],
  [5, 0, 0, 255],
  [6, 255, 0, 255],
  [7, 0, 0, 0],
  [7, 255, 255, 255],
  [8, 128, 128, 128],
  [9, 192, 192, 192],
];

/** A tolerance of a quarter pixel for curves, which the format's polylines follow by straight pieces. */
const piecesPerSpan = 4;

/**
 * A drawing as ASCII DXF of release 12 (AutoCAD 12 Customization Manual, 1992), which every CAD program opens: one layer
 * per layer, polylines with the pen's width, y up, the lower left corner of the picture at 0, 0. The format has no paper
 * colour and no filled areas: areas are closed outlines.
 */
export function dxfOf(drawing: VectorDrawing, { line, widthMm }: DxfSheet): string {
  const scale = widthMm > 0 ? widthMm / drawing.width : 1;
  const right = drawing.width * scale;
  const top = drawing.height * scale;
  const layers = drawing.layers.filter((layer) => layer.lines.length > 0);
  const out: Array<string | number> = [];
  const point = (x: number, y: number, code = 10) =>
    out.push(code, coordinate(x), code + 10, coordinate(y), code + 20, '0.0');
  const variable = (name: string, x: number, y: number) => {
    out.push(9, name, 10, coordinate(x), 20, coordinate(y));
  };
  out.push(0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, 'AC1009');
  out.push(9, '$EXTMIN', 10, '0.0', 20, '0.0', 30, '0.0', 9, '$EXTMAX');
  point(right, top);
  variable('$LIMMIN', 0, 0);
  variable('$LIMMAX', right, top);
  out.push(0, 'ENDSEC', 0, 'SECTION', 2, 'TABLES', 0, 'TABLE', 2, 'LTYPE', 70, 1);
  out.push(0, 'LTYPE', 2, 'CONTINUOUS', 70, 0, 3, 'Solid line', 72, 65, 73, 0, 40, '0.0', 0, 'ENDTAB');
  out.push(0, 'TABLE', 2, 'LAYER', 70, layers.length + 1);
  for (const [name, colour] of [['0', 7], ...layers.map((layer) => [layer.name, colourOf(layer, line)])] as const) {
    out.push(0, 'LAYER', 2, name!, 70, 0, 62, colour!, 6, 'CONTINUOUS');
  }
  out.push(0, 'ENDTAB', 0, 'ENDSEC', 0, 'SECTION', 2, 'BLOCKS', 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES');
  for (const layer of layers) {
    for (const entity of layer.lines) {
      const points = placed(entity, drawing, scale);
      if (points.length === 4 && !layer.isFilled && entity.width <= 1) {
        out.push(0, 'LINE', 8, layer.name);
        point(points[0]!, points[1]!);
        point(points[2]!, points[3]!, 11);
        continue;
      }
      const width = coordinate(entity.width * scale);
      out.push(0, 'POLYLINE', 8, layer.name, 66, 1, 10, '0.0', 20, '0.0', 30, '0.0', 70, layer.isFilled ? 1 : 0);
      if (entity.width > 0) out.push(40, width, 41, width);
      for (let i = 0; i < points.length; i += 2) {
        out.push(0, 'VERTEX', 8, layer.name);
        point(points[i]!, points[i + 1]!);
      }
      out.push(0, 'SEQEND', 8, layer.name);
    }
  }
  out.push(0, 'ENDSEC', 0, 'EOF');
  const lines: string[] = [];
  for (let i = 0; i < out.length; i += 2) lines.push(String(out[i]).padStart(3), String(out[i + 1]));
  return `${lines.join('\r\n')}\r\n`;
}

/** A line's points in drawing units with y up, curves as short straight pieces; what leaves the sheet ends at its edge. */
function placed({ points, isCurved }: VectorLine, { width, height }: Size, scale: number): number[] {
  const path = isCurved ? flatten(points) : points;
  return path.map((value, at) => {
    const [place, limit] = at % 2 === 0 ? [value + 0.5, width] : [height - value - 0.5, height];
    return clamp(place, 0, limit) * scale;
  });
}

/** Points along the Catmull-Rom curve through `points`. */
function flatten(points: readonly number[]): number[] {
  if (points.length <= 4) return [...points];
  const last = points.length - 2;
  const out = [points[0]!, points[1]!];
  for (let i = 0; i < last; i += 2) {
    const at = (k: number, axis: number) => points[clamp(k, 0, last) + axis]!;
    const span = Math.hypot(at(i + 2, 0) - at(i, 0), at(i + 2, 1) - at(i, 1));
    const pieces = span < 3 ? 1 : piecesPerSpan;
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces;
      for (const axis of [0, 1]) {
        const [a, b, c, d] = [at(i - 2, axis), at(i, axis), at(i + 2, axis), at(i + 4, axis)];
        out.push(b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))));
      }
    }
  }
  return out;
}

/** Faint layers are grey, so that they stay fainter. */
function colourOf(layer: VectorLayer, line: string): number {
  if (layer.strength < 0.4) return 9;
  if (layer.strength < 0.8) return 8;
  const [red, green, blue] = parseHexColour(line);
  const distances = basicColours.map(([, r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return basicColours[distances.indexOf(Math.min(...distances))]![0];
}

function coordinate(value: number): string {
  const text = String(Math.round(value * 1000) / 1000);
  return text.includes('.') ? text : `${text}.0`;
}
