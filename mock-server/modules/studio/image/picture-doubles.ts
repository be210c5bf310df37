import { colourDifference, type Lab } from './colour-difference.ts';
import { openPicture } from './picture.ts';

/** Two pictures that differ by no more than both of these are one picture to a person. */
const mostBits = 3;
const leastDifference = 2;
/** Longest side of the copies that are compared, pixels. */
const comparedSide = 256;

interface Fingerprint {
  bits: bigint;
  width: number;
  height: number;
  lab: Float32Array;
}

/**
 * Which pictures repeat an earlier one of the list: 64-bit dHash at most 3 bits apart and a mean CIEDE2000 under 2.
 * Decodes all of them.
 *
 * @param maskFile the part that may differ: white inside; the mean is taken over it alone
 * @returns places in the list, in order
 */
export async function findDoubles(files: readonly string[], maskFile?: string): Promise<number[]> {
  const seen: Fingerprint[] = [];
  const doubles: number[] = [];
  let weights: Uint8Array | undefined;
  for (const [place, file] of files.entries()) {
    const print = await fingerprintOf(file);
    if (maskFile && !weights) weights = await weightsOf(maskFile, print);
    if (seen.some((other) => isDouble(other, print, weights))) doubles.push(place);
    seen.push(print);
  }
  return doubles;
}

async function fingerprintOf(file: string): Promise<Fingerprint> {
  const open = () => openPicture(file).flatten({ background: '#ffffff' });
  const grey = await open()
    .toColourspace('b-w')
    .resize(9, 8, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  let bits = 0n;
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) bits = (bits << 1n) | (grey[y * 9 + x]! > grey[y * 9 + x + 1]! ? 1n : 0n);
  const { data, info } = await open()
    .resize(comparedSide, comparedSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('lab')
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  const lab = new Float32Array(data.buffer, data.byteOffset, info.width * info.height * 3);
  return { bits, width: info.width, height: info.height, lab };
}

async function weightsOf(maskFile: string, { width, height }: Fingerprint): Promise<Uint8Array | undefined> {
  const weights = await openPicture(maskFile)
    .removeAlpha()
    .resize(width, height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return weights.some((weight) => weight > 0) ? weights : undefined;
}

function isDouble(one: Fingerprint, other: Fingerprint, weights: Uint8Array | undefined): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  if (bitsIn(one.bits ^ other.bits) > mostBits) return false;
  let sum = 0;
  let weight = 0;
  for (let pixel = 0; pixel < one.width * one.height; pixel++) {
    const share = weights ? weights[pixel]! : 1;
    if (share === 0) continue;
    sum += share * colourDifference(labAt(one.lab, pixel), labAt(other.lab, pixel));
    weight += share;
  }
  return sum / weight < leastDifference;
}

function labAt(lab: Float32Array, pixel: number): Lab {
  return [lab[pixel * 3]!, lab[pixel * 3 + 1]!, lab[pixel * 3 + 2]!];
}

function bitsIn(value: bigint): number {
  return value.toString(2).replaceAll('0', '').length;
}
