import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawPicture } from './server-pictures.ts';

/**
 * A HEIC of the quarters in the Display P3 profile, 400 × 300. Encoding HEVC takes a program the checks do not need,
 * so the file lies here. It was made of `quartersIn('p3')` written as PNG, with Debian's libheif-examples:
 * `heif-enc -q 80 -p chroma=444 -p preset=veryslow quarters.png -o quarters.heic`
 */
export const drawHeic = (): Promise<Buffer> => readFile(new URL('../fixtures/quarters.heic', import.meta.url));

/** The quarters, 400 × 300, with the same look in another colour profile. */
export const quartersIn = async (profile: 'p3' | 'cmyk' | 'srgb') =>
  sharp(await drawPicture('png', { width: 400, height: 300 })).withIccProfile(profile);

/** A BMP of the quarters' pixels in 24 bits, 256 × 256. */
export async function drawBmp({ isTopDown = false } = {}): Promise<Buffer> {
  const side = 256;
  const { data } = await sharp(await drawPicture('png', { width: side, height: side }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const head = bmpHead(side, isTopDown ? -side : side, 24, 0);
  const rows = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y++) {
    const from = (isTopDown ? y : side - 1 - y) * side;
    for (let x = 0; x < side; x++)
      for (let c = 0; c < 3; c++) rows[(y * side + x) * 3 + c] = data[(from + x) * 3 + 2 - c] ?? 0;
  }
  return Buffer.concat([head, rows]);
}

/** A BMP of two colours in runs, 256 × 256: red above green. */
export function drawBmpOfRuns(): Buffer {
  const palette = Buffer.from([0, 255, 0, 0, 0, 0, 255, 0]);
  const row = (colour: number) => [255, colour, 1, colour, 0, 0];
  // From the bottom up.
  const runs = Buffer.from([...Array(256).keys()].flatMap((y) => row(y < 128 ? 0 : 1)).concat([0, 1]));
  return Buffer.concat([bmpHead(256, 256, 8, 1, 2), palette, runs]);
}

/** The head of a BMP; its pixels follow the palette. */
export function bmpHead(width: number, height: number, bits: number, compression: number, colours = 0): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + colours * 4, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  head.writeUInt32LE(colours, 46);
  return head;
}

/** A PDF with a page of 400 × 300 points for each colour (red, green, blue from 0 to 1), filled but for a margin. */
export function drawPdf(
  colours: ReadonlyArray<readonly [number, number, number]>,
  { width = 400, height = 300, trailer = '' } = {},
): Buffer {
  const kids = colours.map((_, place) => `${3 + place * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${colours.length} /MediaBox [0 0 ${width} ${height}] >>`,
    ...colours.flatMap((colour, place) => {
      const drawing = `${colour.join(' ')} rg 40 40 ${width - 80} ${height - 80} re f`;
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${4 + place * 2} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, place) => {
    const at = text.length;
    text += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
