/** Chromaticity coordinates x and y of CIE 1931. */
export type Chromaticity = readonly [x: number, y: number];

/** Colour space of a picture: transfer function, and chromaticities of the white point and the primaries. */
export interface ColourMeaning {
  white: Chromaticity;
  red: Chromaticity;
  green: Chromaticity;
  blue: Chromaticity;
  /** Gamma exponent, or a function from sample to linear light, both 0–1. */
  light: number | ((sample: number) => number);
}

type Vector = [number, number, number];
type Matrix = [Vector, Vector, Vector];

/** D50 white of the profile connection space, in XYZ (ICC.1, 6.3.4.3). */
const d50: Vector = [0.9642, 1, 0.8249];
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const curveSteps = 4096;

/** ICC profile of the matrix/TRC type (ICC.1:2022, 8.3.3), or for grey pictures with a tone curve only. */
export function matrixProfile(meaning: ColourMeaning, channels: 1 | 3): Buffer {
  const curve = curveOf(meaning.light);
  const tags: Array<[name: string, data: Buffer]> = [['wtpt', xyz(d50)]];
  if (channels === 1) tags.push(['kTRC', curve]);
  else {
    const [red, green, blue] = columnsOf(meaning);
    tags.push(['rXYZ', xyz(red)], ['gXYZ', xyz(green)], ['bXYZ', xyz(blue)]);
    for (const name of ['rTRC', 'gTRC', 'bTRC']) tags.push([name, curve]);
  }
  return assemble(tags, channels === 1 ? 'GRAY' : 'RGB ');
}

function assemble(tags: ReadonlyArray<readonly [string, Buffer]>, space: string): Buffer {
  const head = Buffer.alloc(128 + 4 + tags.length * 12);
  head.write('mntr', 12, 'latin1');
  head.write(space, 16, 'latin1');
  head.write('XYZ ', 20, 'latin1');
  head.write('acsp', 36, 'latin1');
  head.writeUInt32BE(0x04300000, 8);
  for (const [place, date] of [2000, 1, 1].entries()) head.writeUInt16BE(date, 24 + place * 2);
  xyz(d50).copy(head, 68, 8);
  head.writeUInt32BE(tags.length, 128);
  let at = head.length;
  for (const [place, [name, data]] of tags.entries()) {
    head.write(name, 132 + place * 12, 'latin1');
    head.writeUInt32BE(at, 136 + place * 12);
    head.writeUInt32BE(data.length, 140 + place * 12);
    at += data.length;
  }
  head.writeUInt32BE(at, 0);
  return Buffer.concat([head, ...tags.map(([, data]) => data)]);
}

/** s15Fixed16Number: signed, 16 fractional bits. */
const fixed = (value: number): number => Math.round(value * 65_536);

function xyz(values: Vector): Buffer {
  const data = Buffer.alloc(20);
  data.write('XYZ ', 'latin1');
  for (const [place, value] of values.entries()) data.writeInt32BE(fixed(value), 8 + place * 4);
  return data;
}

function curveOf(light: ColourMeaning['light']): Buffer {
  if (typeof light === 'number') {
    const data = Buffer.alloc(16);
    data.write('para', 'latin1');
    data.writeInt32BE(fixed(light), 12);
    return data;
  }
  const data = Buffer.alloc(12 + curveSteps * 2);
  data.write('curv', 'latin1');
  data.writeUInt32BE(curveSteps, 8);
  for (let step = 0; step < curveSteps; step++) {
    const level = Math.min(1, Math.max(0, light(step / (curveSteps - 1))));
    data.writeUInt16BE(Math.round(level * 65_535), 12 + step * 2);
  }
  return data;
}

/** XYZ of the three primaries, adapted from the white point of the picture to D50 (Bradford). */
function columnsOf({ white, red, green, blue }: ColourMeaning): Matrix {
  const primaries = [red, green, blue].map(tristimulus) as Matrix;
  const whole = tristimulus(white);
  const shares = times(inverse(transposed(primaries)), whole);
  const cones = times(bradford, whole);
  const wanted = times(bradford, d50);
  const adapt = (colour: Vector): Vector => {
    const seen = times(bradford, colour);
    return times(inverse(bradford), seen.map((value, place) => (value * wanted[place]!) / cones[place]!) as Vector);
  };
  return primaries.map((colour, place) => adapt(colour.map((value) => value * shares[place]!) as Vector)) as Matrix;
}

const tristimulus = ([x, y]: Chromaticity): Vector => [x / y, 1, (1 - x - y) / y];

const transposed = (m: Matrix): Matrix => [0, 1, 2].map((column) => m.map((row) => row[column]!)) as Matrix;

const times = (m: Matrix, v: Vector): Vector =>
  m.map((row) => row.reduce((sum, value, place) => sum + value * v[place]!, 0)) as Vector;

function inverse(m: Matrix): Matrix {
  const [[a, b, c], [d, e, f], [g, h, i]] = m;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const rows: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return rows.map((row) => row.map((value) => value / determinant)) as Matrix;
}
