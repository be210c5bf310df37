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
  const facets = new Map<number, number>();
  const outer = figures
    .map((figure, place) => ({ figure, place }))
    .filter(({ figure }) => !figure.isAtEdge && figure.faces.length > 0 && figure.filled > 120 * unit * unit);
  const forms = new Map<number, FootprintForm>();
  for (const { figure, place } of outer) forms.set(place, measureForm(labels, place, figure, size, figure.filled));
  const heavy = outer.filter(({ figure }) => figure.filled > sheet * 0.0015).map(({ figure }) => figure.stroke);
  const heaviest = Math.max(0, ...heavy);
  const hasHeavy = heaviest >= thin * 1.6 && heaviest >= thin + 1;
  const stalls = congruentRows(
    outer.map(({ figure, place }) => ({
      place,
      filled: figure.filled,
      form: forms.get(place)!,
      x: figure.x,
      y: figure.y,
    })),
    sheet,
  );
  const set = (place: number, kind: SiteClass) => {
    for (const face of figures[place]!.faces) paintAll(context, face, kind);
  };
  // Large ones first, so that what lies in a building or a pond can be left to it.
  outer.sort((one, other) => other.figure.filled - one.figure.filled);
  const isSettled = new Set<number>();
  for (const { figure, place } of outer) {
    const around = figure.parent === undefined ? undefined : faces[figure.parent]!;
    if (around && isSettled.has(figure.parent!)) continue;
    const form = forms.get(place)!;
    const settle = (kind: SiteClass) => {
      set(place, kind);
      for (const face of facesWithin(context, place)) isSettled.add(face);
    };
    const isThick = hasHeavy && figure.stroke >= Math.max(thin + 1, heaviest * 0.72);
    if (stalls.has(place)) settle('parking');
    else if (form.fill < 0.6 && figure.filled > sheet * 0.12) continue;
    else if (form.curved > 0.5) {
      if (figure.filled > sheet * 0.004) settle(form.isRound && figure.filled < sheet * 0.012 ? 'paving' : 'water');
      else if (around) set(place, around.kind);
      splitPond(context, place, settle, form);
    } else if (isGrid(context, place)) settle('paving');
    else if (isStallRow(context, place)) settle('parking');
    else if (form.ratio > 5) settle('paving');
    else if (form.curved > 0.3) {
      if (around) set(place, around.kind);
    } else if ((isThick || !hasHeavy) && figure.filled > sheet * 0.0015 && figure.filled < sheet * 0.2) {
      settle('building');
      lightFacets(context, place, light, facets);
    } else if (figure.filled > sheet * 0.0008 && figure.filled < sheet * 0.15) settle('paving');
    else if (around) set(place, around.kind);
  }
  return facets;
}

function facesWithin({ faces, figures }: SiteContext, place: number): number[] {
  const found: number[] = [];
  const open = [...figures[place]!.faces];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    found.push(at);
    for (const figure of faces[at]!.figures) open.push(...figures[figure]!.faces);
  }
  return found;
}

/** In a pond's figure, straight-sided small faces are decks and bridges. */
function splitPond(context: SiteContext, place: number, settle: (kind: SiteClass) => void, form: FootprintForm): void {
  const { faces, figures, faceOf, size, sheet } = context;
  const own = figures[place]!;
  if (own.filled <= sheet * 0.004 || own.faces.length < 2 || form.isRound) return;
  settle('water');
  const largest = Math.max(...own.faces.map((face) => faces[face]!.filled));
  for (const face of own.faces) {
    const { filled } = faces[face]!;
    if (filled > largest * 0.4) continue;
    const { curved, fill } = measureForm(faceOf, face, faces[face]!, size, filled);
    if (curved < 0.4 && fill > 0.7) faces[face]!.kind = 'paving';
  }
}

/** Nine or more faces of about one size in rows and columns. */
function isGrid({ faces, figures }: SiteContext, place: number): boolean {
  const own = figures[place]!.faces.map((face) => faces[face]!).sort((one, other) => one.area - other.area);
  if (own.length < 9) return false;
  const usual = own[own.length >> 1]!;
  const alike = own.filter(({ area }) => Math.abs(area - usual.area) < usual.area * 0.2);
  const rows = new Set(alike.map(({ top }) => Math.round(top / Math.max(3, (usual.bottom - usual.top) / 2))));
  const columns = new Set(alike.map(({ left }) => Math.round(left / Math.max(3, (usual.right - usual.left) / 2))));
  return alike.length >= own.length * 0.5 && rows.size >= 3 && columns.size >= 3;
}

/** Four or more equal boxes side by side that share their lines. */
function isStallRow({ faces, figures }: SiteContext, place: number): boolean {
  const own = figures[place]!.faces.map((face) => faces[face]!).sort((one, other) => one.filled - other.filled);
  if (own.length < 4) return false;
  const usual = own[own.length >> 1]!;
  const alike = own.filter(({ filled }) => Math.abs(filled - usual.filled) < usual.filled * 0.15);
  const fill = usual.filled / ((usual.right - usual.left + 1) * (usual.bottom - usual.top + 1));
  return alike.length >= own.length * 0.7 && fill > 0.4;
}

/** Places of small equal boxes that stand in rows of four or more. */
function congruentRows(
  figures: ReadonlyArray<{ place: number; filled: number; form: FootprintForm; x: number; y: number }>,
  sheet: number,
): Set<number> {
  const small = figures.filter(
    ({ filled, form }) => filled < sheet * 0.004 && form.fill > 0.85 && form.ratio < 3.4 && form.curved < 0.5,
  );
  const rows = small.filter((one) => {
    const alike = small.filter(
      (other) =>
        other !== one &&
        Math.abs(other.filled - one.filled) < one.filled * 0.1 &&
        Math.hypot(other.x - one.x, other.y - one.y) < Math.sqrt(one.filled) * 4,
    );
    return alike.length >= 2;
  });
  return new Set(rows.length >= 4 ? rows.map(({ place }) => place) : []);
}

/** Facets of a pitched roof, when a building's faces are wedges: those towards the shadow get less light. */
function lightFacets({ faces, figures }: SiteContext, place: number, light: number, facets: Map<number, number>): void {
  const own = figures[place]!;
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
