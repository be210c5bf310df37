import { deflateSync } from 'node:zlib';
import { type Chromaticity, type ColourMeaning, matrixProfile } from './matrix-profile.ts';
import { joinPng, type PngChunk, pngChunk, readPng } from './png-file.ts';

/** Chunks that define the colour space of a PNG, by precedence, highest first (PNG, third edition, 4.3). */
const colourChunks = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'];

type Primaries = Pick<ColourMeaning, 'white' | 'red' | 'green' | 'blue'>;
const d65: Chromaticity = [0.3127, 0.329];
const primaries = (red: Chromaticity, green: Chromaticity, blue: Chromaticity, white = d65): Primaries => {
  return { red, green, blue, white };
};
const srgb = primaries([0.64, 0.33], [0.3, 0.6], [0.15, 0.06]);

/** Chromaticities by `ColourPrimaries` code (ITU-T H.273, table 2). */
const knownPrimaries: Readonly<Record<number, Primaries>> = {
  1: srgb,
  4: primaries([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], [0.31, 0.316]),
  5: primaries([0.64, 0.33], [0.29, 0.6], [0.15, 0.06]),
  6: primaries([0.63, 0.34], [0.31, 0.595], [0.155, 0.07]),
  7: primaries([0.63, 0.34], [0.31, 0.595], [0.155, 0.07]),
  9: primaries([0.708, 0.292], [0.17, 0.797], [0.131, 0.046]),
  11: primaries([0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.314, 0.351]),
  12: primaries([0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
};

const ofSrgb = (sample: number): number => (sample <= 0.04045 ? sample / 12.92 : ((sample + 0.055) / 1.055) ** 2.4);
const ofVideo = (sample: number): number => (sample < 0.081 ? sample / 4.5 : ((sample + 0.099) / 1.099) ** (1 / 0.45));

/** Luminance of reference white in HDR pictures, in cd/m² (ITU-R BT.2408). */
const paperWhite = 203;

/** Perceptual quantiser (SMPTE ST 2084), relative to reference white; brighter values are clipped later. */
function ofQuantiser(sample: number): number {
  const root = sample ** (1 / 78.84375);
  const light = (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125);
  return (light * 10_000) / paperWhite;
}

/** Hybrid log-gamma (ITU-R BT.2100), with reference white at a sample of 0.75. */
function ofHybrid(sample: number): number {
  const scene = (value: number) =>
    value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return (scene(sample) / scene(0.75)) ** 1.2;
}

/** Transfer functions by `TransferCharacteristics` code (H.273, table 3). */
const knownLight: Readonly<Record<number, ColourMeaning['light']>> = {
  1: ofVideo,
  4: 2.2,
  5: 2.8,
  6: ofVideo,
  8: 1,
  13: ofSrgb,
  14: ofVideo,
  15: ofVideo,
  16: ofQuantiser,
  18: ofHybrid,
};

/** Result of reading the colour chunks of a PNG. */
interface PngColour {
  /**
   * ICC profile equivalent to the chunks; absent when they define sRGB or nothing, or when the embedded profile
   * applies.
   */
  profile?: Buffer;
  /** True when the file embeds a profile that a `cICP` chunk overrides. */
  isOverruled: boolean;
}

/** Reads the colour space of a PNG by the precedence of its chunks. */
export function pngColourOf(bytes: Buffer): PngColour {
  const chunks = readPng(bytes)?.chunks ?? [];
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const colourType = find('IHDR')?.[9] ?? 2;
  const channels = colourType === 0 || colourType === 4 ? 1 : 3;
  const hasProfile = find('iCCP') !== undefined;
  const coded = meaningOfCode(find('cICP'));
  if (coded) return { isOverruled: hasProfile, ...(coded !== 'sRGB' && { profile: matrixProfile(coded, channels) }) };
  if (hasProfile || find('sRGB')) return { isOverruled: false };
  const given = meaningOfGamma(find('gAMA'), find('cHRM'));
  return { isOverruled: false, ...(given && { profile: matrixProfile(given, channels) }) };
}

/** Returns undefined without a `cICP` chunk or for unknown codes: then the next chunk applies. */
function meaningOfCode(code: Buffer | undefined): ColourMeaning | 'sRGB' | undefined {
  const [colours = 2, transfer = 2, matrix = 0] = code ?? [];
  const light = knownLight[transfer];
  const places = knownPrimaries[colours];
  if (light === undefined || !places || matrix !== 0) return undefined;
  return colours === 1 && transfer === 13 ? 'sRGB' : { ...places, light };
}

const unit = 100_000;

function meaningOfGamma(gamma: Buffer | undefined, places: Buffer | undefined): ColourMeaning | undefined {
  const exponent = gamma?.length === 4 ? gamma.readUInt32BE(0) / unit : 0;
  const found = places?.length === 32 ? placesOf(places) : undefined;
  if (!(exponent > 0.05 && exponent < 20) && !found) return undefined;
  return { ...(found ?? srgb), light: exponent > 0.05 && exponent < 20 ? 1 / exponent : ofSrgb };
}

/** Returns undefined when the primaries span no area. */
function placesOf(data: Buffer): Primaries | undefined {
  const [white, red, green, blue] = [0, 8, 16, 24].map(
    (at): Chromaticity => [data.readUInt32BE(at) / unit, data.readUInt32BE(at + 4) / unit],
  ) as [Chromaticity, Chromaticity, Chromaticity, Chromaticity];
  const area = (red[0] - blue[0]) * (green[1] - blue[1]) - (green[0] - blue[0]) * (red[1] - blue[1]);
  const isSound = [white, red, green, blue].every(([, y]) => y > 0.0001 && y < 1) && Math.abs(area) > 0.001;
  return isSound ? { white, red, green, blue } : undefined;
}

/** Replaces all colour chunks by this profile; without one they are removed, which means sRGB. */
export function withPngProfile(bytes: Buffer, profile: Buffer | undefined): Buffer {
  const [header, ...rest] = readPng(bytes)?.chunks ?? [];
  if (!header) return bytes;
  const kept = rest.filter(({ type }) => !colourChunks.includes(type));
  const named =
    profile && pngChunk('iCCP', Buffer.concat([Buffer.from('meaning\0\0', 'latin1'), deflateSync(profile)]));
  return joinPng([header, ...(named ? [named] : []), ...kept] as PngChunk[]);
}
