/** Measure that a line of text on a plan gives. */
export type Measure =
  | { kind: 'length'; metres: number }
  /**
   * Two sides of a room. `isGuess`: whole numbers without a unit, read as centimetres or millimetres; they may as well be
   * feet whose signs were not seen.
   */
  | { kind: 'sides'; metres: readonly [number, number]; isGuess?: true }
  | { kind: 'area'; squareMetres: number };

const foot = 0.3048;
const inch = 0.0254;
const squareFoot = foot * foot;

/** Replaces the spellings that recognizers give to the signs of feet, inches and times. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[′’‘`´]/g, "'")
    .replace(/[″“”]|''/g, '"')
    .replace(/[×✕*]/g, 'x')
    .replace(/,(?=\d{3}\b)/g, '')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Maximum number of characters of a text that is parsed as a dimension. */
const longestWord = 100;

/**
 * Reads a dimension: millimetres (3600), metres (3.6m), feet and inches (12'-6"), two sides (3.60 x 4.20 m,
 * 12' x 10'6"), areas (12.5㎡, 134 sq ft). Numbers without a unit that could be anything are no measures.
 */
export function measureOfWord(text: string): Measure | undefined {
  if (text.length > longestWord) return undefined;
  const clean = plain(text);
  return areaOf(clean) ?? sidesOf(clean) ?? lengthOf(clean);
}

function areaOf(text: string): Measure | undefined {
  const metric = /(?<!\d)(\d+(?:\.\d+)?) ?(?:m2|m²|㎡|sq\.? ?m|平方米|平米|平)/.exec(text);
  if (metric) return within({ kind: 'area', squareMetres: Number(metric[1]) }, Number(metric[1]), 0.5, 5000);
  const imperial = /(?<!\d)(\d+(?:\.\d+)?) ?(?:sq\.? ?f(?:ee)?t|ft2|ft²|sf\b)/.exec(text);
  if (!imperial) return undefined;
  const squareMetres = Number(imperial[1]) * squareFoot;
  return within({ kind: 'area', squareMetres }, squareMetres, 0.5, 5000);
}

function sidesOf(text: string): Measure | undefined {
  const clean = text.replace(/x$/, '');
  const parts = clean.replace(/ ?(m|cm|mm|ft)\.? ?x/, '$1x').split(/ ?x ?/);
  if (parts.length !== 2) return undefined;
  const unit = /(mm|cm|m)\.?$/.exec(parts[1]!)?.[1];
  const sides = parts.map((part) => sideOf(part, unit));
  const [one, other] = sides;
  if (one === undefined || other === undefined || Math.min(one, other) < 0.5 || Math.max(one, other) > 60)
    return undefined;
  const isGuess = /^\d+ ?x ?\d+$/.test(clean);
  return { kind: 'sides', metres: [one, other], ...(isGuess && { isGuess }) };
}

/** A side of a room in metres; without a unit by its size: 3.6, 360 and 3600 are the same. */
function sideOf(text: string, unit: string | undefined): number | undefined {
  const feet = feetOf(text);
  if (feet !== undefined) return feet;
  const number = /^(\d+(?:\.\d+)?) ?(mm|cm|m)?\.?$/.exec(text);
  if (!number) return undefined;
  const value = Number(number[1]);
  const own = number[2] ?? unit;
  if (own === 'mm' || (own === undefined && value >= 1000)) return value / 1000;
  if (own === 'cm' || (own === undefined && value >= 80)) return value / 100;
  return own === 'm' || text.includes('.') ? value : undefined;
}

function feetOf(text: string): number | undefined {
  const found = /^(\d{1,2})' ?-?(?:(\d{1,2})(?:\.\d+)?(?: ?\d\/\d)?["']?)?$/.exec(text);
  if (!found) return undefined;
  const inches = Number(found[2] ?? 0);
  return inches < 12 ? Number(found[1]) * foot + inches * inch : undefined;
}

function lengthOf(text: string): Measure | undefined {
  const feet = feetOf(text);
  if (feet !== undefined) return within({ kind: 'length', metres: feet }, feet, 0.5, 60);
  const metric = /^(\d+(?:\.\d+)?) ?(mm|cm|m)?$/.exec(text);
  if (!metric) return undefined;
  const value = Number(metric[1]);
  if (metric[2] === 'm') return within({ kind: 'length', metres: value }, value, 0.5, 60);
  if (metric[2] === 'cm') return within({ kind: 'length', metres: value / 100 }, value, 50, 6000);
  // Without a unit only what looks like millimetres of a building: 900, 3600, 12050, not a year or a flat's number.
  const isLikely = /^\d{3,5}$/.test(text) && value % 10 === 0 && value >= 300 && value <= 60_000;
  return metric[2] === 'mm' || isLikely
    ? within({ kind: 'length', metres: value / 1000 }, value, 300, 60_000)
    : undefined;
}

const within = (measure: Measure, value: number, least: number, most: number) =>
  value >= least && value <= most ? measure : undefined;
