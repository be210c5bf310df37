import { type FootprintForm, measureForm } from './plan-footprint.ts';
import type { SiteClass, SiteContext } from './plan-site-model.ts';

/** Gives a face and all that lies in it a class. */
function paintAll(context: SiteContext, face: number, kind: SiteClass): void {
  const { faces, figures } = context;
  const open = [face];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    faces[at]!.kind = kind;
    for (const figure of faces[at]!.figures) open.push(...figures[figure]!.faces);
  }
}

/**
 * Tells by their shapes what free-standing figures are and gives their faces the class. Returns the facets of pitched
 * roofs: face → 0–1, how much light it gets.
 */
export function classifyFigures(context: SiteContext, light: number): Map<number, number> {
  const { faces, figures, labels, size, sheet, unit, thin } = context;
  const outer = figures
    .map((figure, index) => ({ figure, index }))
    .filter(({ figure }) => !figure.isAtEdge && figure.faces.length > 0 && figure.filled > 120 * unit * unit)
    .map(({ figure, index }) => ({ figure, index, form: measureForm(labels, index, figure, size, figure.filled) }));
  const heavy = outer.filter(({ figure }) => figure.filled > sheet * 0.0015).map(({ figure }) => figure.stroke);
  const heaviest = Math.max(0, ...heavy);
  const stalls = congruentRows(
    outer.map(({ figure: { filled, x, y }, index, form }) => ({ index, filled, form, x, y })),
    sheet,
  );
  const job: ClassJob = {
    context,
    light,
    stalls,
    heaviest,
    hasHeavy: heaviest >= thin * 1.6 && heaviest >= thin + 1,
    isSettled: new Set(),
    facets: new Map(),
  };
  // Large ones first, so that what lies in a building or a pond can be left to it.
  outer.sort((a, b) => b.figure.filled - a.figure.filled);
  for (const { figure, index, form } of outer) {
    const around = figure.parent === undefined ? undefined : faces[figure.parent]!;
    if (around && job.isSettled.has(figure.parent!)) continue;
    classifyFigure(job, index, form, around?.kind);
  }
  return job.facets;
}

interface ClassJob {
  context: SiteContext;
  /** Direction of the shadows, degrees. */
  light: number;
  /** Indices of figures that are parking stalls. */
  stalls: ReadonlySet<number>;
  /** Heaviest outer stroke, pixels, and whether it stands out from the thin lines. */
  heaviest: number;
  hasHeavy: boolean;
  /** Faces whose class is final. */
  isSettled: Set<number>;
  facets: Map<number, number>;
}

/** Gives the faces of a figure a class; what lies in them keeps theirs. */
function setClass(context: SiteContext, index: number, kind: SiteClass): void {
  for (const face of context.figures[index]!.faces) paintAll(context, face, kind);
}

/** Gives a figure and all that lies in it a final class. */
function settle({ context, isSettled }: ClassJob, index: number, kind: SiteClass): void {
  setClass(context, index, kind);
  for (const face of facesWithin(context, index)) isSettled.add(face);
}

/** @param around class of the face around the figure */
function classifyFigure(job: ClassJob, index: number, form: FootprintForm, around: SiteClass | undefined): void {
  const { context, stalls } = job;
  const { sheet } = context;
  const { filled } = context.figures[index]!;
  if (stalls.has(index)) settle(job, index, 'parking');
  else if (form.fill < 0.6 && filled > sheet * 0.12) return;
  else if (form.curved > 0.5) classifyCurved(job, index, form, around);
  else if (isGrid(context, index)) settle(job, index, 'paving');
  else if (isStallRow(context, index)) settle(job, index, 'parking');
  else if (form.ratio > 5) settle(job, index, 'paving');
  else if (form.curved > 0.3) {
    if (around) setClass(context, index, around);
  } else if (isBuilding(job, index)) {
    settle(job, index, 'building');
    lightFacets(context, index, job.light, job.facets);
  } else if (filled > sheet * 0.0008 && filled < sheet * 0.15) settle(job, index, 'paving');
  else if (around) setClass(context, index, around);
}

/** Large curved figures are water, small round ones paving. */
function classifyCurved(job: ClassJob, index: number, form: FootprintForm, around: SiteClass | undefined): void {
  const { context } = job;
  const { sheet } = context;
  const { filled } = context.figures[index]!;
  if (filled > sheet * 0.004) settle(job, index, form.isRound && filled < sheet * 0.012 ? 'paving' : 'water');
  else if (around) setClass(context, index, around);
  splitPond(job, index, form);
}

/** True for a figure of a building's size whose outline is heavy where any outline is. */
function isBuilding({ context, hasHeavy, heaviest }: ClassJob, index: number): boolean {
  const { figures, thin, sheet } = context;
  const { stroke, filled } = figures[index]!;
  const isThick = hasHeavy && stroke >= Math.max(thin + 1, heaviest * 0.72);
  return (isThick || !hasHeavy) && filled > sheet * 0.0015 && filled < sheet * 0.2;
}

function facesWithin({ faces, figures }: SiteContext, index: number): number[] {
  const within: number[] = [];
  const open = [...figures[index]!.faces];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    within.push(at);
    for (const figure of faces[at]!.figures) open.push(...figures[figure]!.faces);
  }
  return within;
}

/** In a pond's figure, straight-sided small faces are decks and bridges. */
function splitPond(job: ClassJob, index: number, form: FootprintForm): void {
  const { faces, figures, faceOf, size, sheet } = job.context;
  const own = figures[index]!;
  if (own.filled <= sheet * 0.004 || own.faces.length < 2 || form.isRound) return;
  settle(job, index, 'water');

  const largest = Math.max(...own.faces.map((face) => faces[face]!.filled));
  for (const face of own.faces) {
    const { filled } = faces[face]!;
    if (filled > largest * 0.4) continue;
    const { curved, fill } = measureForm(faceOf, face, faces[face]!, size, filled);
    if (curved < 0.4 && fill > 0.7) faces[face]!.kind = 'paving';
  }
}

/** Nine or more faces of about one size in rows and columns. */
function isGrid({ faces, figures }: SiteContext, index: number): boolean {
  const own = figures[index]!.faces.map((face) => faces[face]!).sort((a, b) => a.area - b.area);
  if (own.length < 9) return false;
  const usual = own[own.length >> 1]!;
  const alike = own.filter(({ area }) => Math.abs(area - usual.area) < usual.area * 0.2);
  const rows = new Set(alike.map(({ top }) => Math.round(top / Math.max(3, (usual.bottom - usual.top) / 2))));
  const columns = new Set(alike.map(({ left }) => Math.round(left / Math.max(3, (usual.right - usual.left) / 2))));
  return alike.length >= own.length * 0.5 && rows.size >= 3 && columns.size >= 3;
}

/** Four or more equal boxes side by side that share their lines. */
function isStallRow({ faces, figures }: SiteContext, index: number): boolean {
  const own = figures[index]!.faces.map((face) => faces[face]!).sort((a, b) => a.filled - b.filled);
  if (own.length < 4) return false;
  const usual = own[own.length >> 1]!;
  const alike = own.filter(({ filled }) => Math.abs(filled - usual.filled) < usual.filled * 0.15);
  const fill = usual.filled / ((usual.right - usual.left + 1) * (usual.bottom - usual.top + 1));
  return alike.length >= own.length * 0.7 && fill > 0.4;
}

/** Indices of small equal boxes that stand in rows of four or more. */
function congruentRows(
  figures: ReadonlyArray<{ index: number; filled: number; form: FootprintForm; x: number; y: number }>,
  sheet: number,
): Set<number> {
  const small = figures.filter(
    ({ filled, form }) => filled < sheet * 0.004 && form.fill > 0.85 && form.ratio < 3.4 && form.curved < 0.5,
  );
  const rows = small.filter((box) => {
    const alike = small.filter(
      (neighbour) =>
        neighbour !== box &&
        Math.abs(neighbour.filled - box.filled) < box.filled * 0.1 &&
        Math.hypot(neighbour.x - box.x, neighbour.y - box.y) < Math.sqrt(box.filled) * 4,
    );
    return alike.length >= 2;
  });
  return new Set(rows.length >= 4 ? rows.map(({ index }) => index) : []);
}

/** Facets of a pitched roof, when a building's faces are wedges: those towards the shadow get less light. */
function lightFacets({ faces, figures }: SiteContext, index: number, light: number, facets: Map<number, number>): void {
  const own = figures[index]!;
  const large = own.faces.filter((face) => faces[face]!.filled > own.filled * 0.06);
  if (large.length < 2 || large.length > 12) return;
  const middleX = (own.left + own.right) / 2;
  const middleY = (own.top + own.bottom) / 2;
  const angle = (light * Math.PI) / 180;
  for (const face of large) {
    const { x, y } = faces[face]!;
    const length = Math.hypot(x - middleX, y - middleY) || 1;
    const towards = ((x - middleX) * Math.sin(angle) - (y - middleY) * Math.cos(angle)) / length;
    facets.set(face, 0.5 - 0.5 * towards);
  }
}
