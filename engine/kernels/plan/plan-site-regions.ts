import type { Size } from '../../base/blur.ts';
import { type Component, growLabels, labelComponents, labelNeighbours } from '../../base/components.ts';
import type { Circle } from './plan-circles.ts';
import { classifyFigures } from './plan-site-classes.ts';
import type { SiteFace, SiteFigure, SiteRegions } from './plan-site-model.ts';
import { classifyStrips } from './plan-site-strips.ts';
import { strokeWidths } from './plan-walls.ts';

/** Divides a site plan into faces and tells by their shapes what they are. `light` is where shadows fall, degrees. */
export function findSiteRegions(ink: Uint8Array, size: Size, trees: readonly Circle[], light: number): SiteRegions {
  const isTree = treeMask(trees, size);
  const isFree = new Uint8Array(ink.length);
  const isLine = new Uint8Array(ink.length);
  for (let i = 0; i < ink.length; i++) {
    isFree[i] = !ink[i] && !isTree[i] ? 1 : 0;
    isLine[i] = ink[i] && !isTree[i] ? 1 : 0;
  }
  const { labels: faceOf, components } = labelComponents(isFree, size);
  const lines = labelComponents(isLine, size, true);
  const { widths, thin } = strokeWidths(isLine, size);
  const faces: SiteFace[] = components.map((face) => ({
    ...face,
    figure: undefined,
    figures: [],
    filled: face.area,
    kind: 'green',
  }));
  const figures: SiteFigure[] = lines.components.map((figure, label) => ({
    ...figure,
    parent: undefined,
    faces: [],
    filled: figure.area,
    stroke: outerStroke(widths, lines.labels, label, figure, size),
  }));
  linkFaces(faces, figures, faceOf, lines.labels, size);
  fillUp(faces, figures);
  const unit = Math.max(size.width, size.height) / 1000;
  const sheet = size.width * size.height;
  const context = { faces, figures, faceOf, labels: lines.labels, size, unit, sheet, thin };
  const facets = classifyFigures(context, light);
  const isDash = classifyStrips(context);
  joinPockets(faces, faceOf, isLine, size, sheet);
  growLabels(faceOf, size);
  return { faces, figures, faceOf, isDash, isTree, facets };
}

/** The faces that one click means: those of the same class in the same figure, with what lies in them. */
export function facesOfClick({ faces, faceOf, figures }: SiteRegions, at: number): number[] {
  const start = outermostFace({ faces, figures }, faces[faceOf[at]!]!.host ?? faceOf[at]!);
  const { kind } = faces[start]!;
  const chosen = new Set<number>();
  const { figure } = faces[start]!;
  const open = figure === undefined ? [start] : [...figures[figure]!.faces];
  for (let face = open.pop(); face !== undefined; face = open.pop()) {
    if (faces[face]!.kind !== kind || chosen.has(face)) continue;
    chosen.add(face);
    if (figure !== undefined) for (const inner of faces[face]!.figures) open.push(...figures[inner]!.faces);
  }
  for (const [index, { host }] of faces.entries()) if (host !== undefined && chosen.has(host)) chosen.add(index);
  return [...chosen];
}

/** The outermost face of the same class that a face lies in. */
function outermostFace({ faces, figures }: Pick<SiteRegions, 'faces' | 'figures'>, face: number): number {
  const { kind } = faces[face]!;
  let start = face;
  for (;;) {
    const { figure } = faces[start]!;
    const above = figure === undefined ? undefined : figures[figure]!.parent;
    if (above === undefined || faces[above]!.kind !== kind || faces[above]!.figure === undefined) return start;
    start = above;
  }
}
function treeMask(trees: readonly Circle[], { width, height }: Size): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const { x, y, radius } of trees) {
    const reach = radius + Math.max(2, Math.max(width, height) / 700);
    for (let row = Math.max(0, Math.ceil(y - reach)); row <= Math.min(height - 1, y + reach); row++) {
      const half = Math.sqrt(Math.max(0, reach * reach - (row - y) ** 2));
      const from = Math.max(0, Math.ceil(x - half));
      const to = Math.min(width - 1, Math.floor(x + half));
      mask.fill(1, row * width + from, row * width + to + 1);
    }
  }
  return mask;
}

/** Median width of the first ink met from the left on the rows of a figure. */
function outerStroke(widths: Uint16Array, labels: Int32Array, label: number, box: Component, { width }: Size): number {
  const strokes: number[] = [];
  const step = Math.max(1, Math.floor((box.bottom - box.top) / 40));
  for (let y = box.top; y <= box.bottom; y += step) {
    for (let x = box.left; x <= box.right; x++) {
      if (labels[y * width + x] !== label) continue;
      strokes.push(widths[y * width + x]!);
      break;
    }
  }
  strokes.sort((a, b) => a - b);
  return strokes[strokes.length >> 1] ?? 0;
}

/** A face lies in the figure above its first pixel, a figure in the face above its first pixel. */
function linkFaces(
  faces: SiteFace[],
  figures: SiteFigure[],
  faceOf: Int32Array,
  labels: Int32Array,
  { width }: Size,
): void {
  for (const [place, face] of faces.entries()) {
    if (face.isAtEdge) continue;
    const figure = labels[face.first - width] ?? -1;
    if (figure < 0 || figures[figure]!.isAtEdge) continue;
    face.figure = figure;
    figures[figure]!.faces.push(place);
  }
  for (const [place, figure] of figures.entries()) {
    const above = faceOf[figure.first - width] ?? -1;
    if (above < 0) continue;
    figure.parent = above;
    faces[above]!.figures.push(place);
  }
}

/** Adds to every face and figure what lies in it; first pixels order parents before children. */
function fillUp(faces: SiteFace[], figures: SiteFigure[]): void {
  const order = [
    ...faces.map((child) => ({ child, parent: child.figure === undefined ? undefined : figures[child.figure] })),
    ...figures.map((child) => ({ child, parent: child.parent === undefined ? undefined : faces[child.parent] })),
  ];
  order.sort((one, other) => other.child.first - one.child.first);
  for (const { child, parent } of order) if (parent) parent.filled += child.filled;
}

/** Faces that trees cut off go to the larger face behind them. */
function joinPockets(faces: SiteFace[], faceOf: Int32Array, isLine: Uint8Array, size: Size, sheet: number): void {
  const spread = Int32Array.from(faceOf);
  growLabels(spread, size, isLine);
  const neighbours = labelNeighbours(spread, size, faces.length);
  const isPocket = faces.map((face, place) => {
    const shared = [...neighbours[place]!].reduce((sum, [other, sides]) => sum + (other < 0 ? 0 : sides), 0);
    return face.filled < sheet * 0.004 && face.figure === undefined && shared > Math.min(face.outline * 0.1, 40);
  });
  const joints = isPocket.flatMap((isSmall, place) =>
    isSmall ? [...neighbours[place]!].map(([other, sides]) => ({ place, other, sides })) : [],
  );
  joints.sort((one, other) => other.sides - one.sides || one.place - other.place || one.other - other.other);
  // Trees mostly stand on green: other large faces come last. A group ends at the one large face it reaches.
  const group = faces.map((_, place) => place);
  const rootOf = (place: number): number => {
    let root = place;
    while (group[root] !== root) root = group[root]!;
    return root;
  };
  const isLikely = ({ other }: { other: number }) => other >= 0 && (isPocket[other] || faces[other]!.kind === 'green');
  for (const { place, other } of [...joints.filter(isLikely), ...joints.filter((joint) => !isLikely(joint))]) {
    if (other < 0) continue;
    const [one, two] = [rootOf(place), rootOf(other)];
    if (one === two || (!isPocket[one] && !isPocket[two])) continue;
    if (isPocket[one]) group[one] = two;
    else group[two] = one;
  }
  for (const [place, face] of faces.entries()) {
    const root = rootOf(place);
    if (root === place || isPocket[root]) continue;
    face.host = root;
    face.kind = faces[root]!.kind;
  }
}
