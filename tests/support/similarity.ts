import sharp from 'sharp';

const windowSide = 8;
const step = 4;
/** (0.01 · 255)² and (0.03 · 255)²: they steady the quotient where a window is flat. */
const steadyMean = 6.5025;
const steadySpread = 58.5225;

/**
 * Mean structural similarity of two pictures' brightness, −1 to 1, 1 for identical ones: 8×8 windows every 4 pixels
 * (Wang, Bovik, Sheikh & Simoncelli, "Image quality assessment: from error visibility to structural similarity", 2004).
 *
 * @throws RangeError when their sizes differ
 */
export async function structuralSimilarity(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([brightness(one), brightness(other)]);
  if (a.width !== b.width || a.height !== b.height) {
    throw new RangeError(`${a.width}×${a.height} beside ${b.width}×${b.height}`);
  }
  let sum = 0;
  let windows = 0;
  for (let y = 0; y + windowSide <= a.height; y += step) {
    for (let x = 0; x + windowSide <= a.width; x += step) {
      sum += windowSimilarity(a.data, b.data, y * a.width + x, a.width);
      windows++;
    }
  }
  return sum / windows;
}

async function brightness(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function windowSimilarity(a: Uint8Array, b: Uint8Array, start: number, stride: number): number {
  const count = windowSide * windowSide;
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let y = 0; y < windowSide; y++) {
    for (let x = 0; x < windowSide; x++) {
      const i = start + y * stride + x;
      const valueA = a[i]!;
      const valueB = b[i]!;
      sumA += valueA;
      sumB += valueB;
      squareA += valueA * valueA;
      squareB += valueB * valueB;
      product += valueA * valueB;
    }
  }
  const meanA = sumA / count;
  const meanB = sumB / count;
  const spreadA = squareA / count - meanA * meanA;
  const spreadB = squareB / count - meanB * meanB;
  const common = product / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + steadyMean) * (2 * common + steadySpread)) /
    ((meanA * meanA + meanB * meanB + steadyMean) * (spreadA + spreadB + steadySpread))
  );
}
