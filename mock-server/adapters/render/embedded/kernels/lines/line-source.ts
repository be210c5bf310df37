import { boxBlur, gaussianBlur, type Size } from '../blur.ts';
import { labPlanes, type RgbBytes } from '../colour.ts';
import { type GuidedScratch, guidedSmooth, makeGuidedScratch } from '../guided-filter.ts';
import { edgeTangentFlow, type Flow, type WeightedPlane, weightedGradient } from './flow.ts';

/** A picture prepared for line finding. All planes have the picture's size. */
export interface LineSource {
  size: Size;
  /** Pixels of 1/1024 of the long side, at least 0.5: multiply lengths that were tuned at 1024 pixels. */
  unit: number;
  /** Smoothed CIE lightness, 0…1. */
  lightness: Float32Array;
  /**
   * Local contrast about 0: at every pixel the mix of lightness, a and b in which the neighbourhood differs most, so
   * that an edge between two colours of one lightness counts like any other. About -0.5…0.5.
   */
  contrast: Float32Array;
  /** Largest gradient of lightness, a and b, each multiplied by its gain, per pixel. */
  gradient: Float32Array;
  /** Direction of the edges. */
  flow: Flow;
}

export interface LinePreparation {
  /** True divides by the local contrast, so that what lies in shade is drawn like what lies in light. */
  isShadowRemoved: boolean;
  /** 0 keeps fine forms, 1 keeps only strong ones. */
  smoothness: number;
  /** Smoothing of the edge directions, pixels at a long side of 1024: more is calmer, less gives sharper corners. */
  flowSigma: number;
  /** 0 draws grass and noise like everything else; up to 4, where they count for little. */
  textureAversion: number;
}

/** Prepares a picture: CIE Lab, edge-keeping smoothing of each plane, local contrast, structure. */
export function prepareLineSource(rgb: RgbBytes, size: Size, preparation: LinePreparation): LineSource {
  const unit = Math.max(0.5, Math.max(size.width, size.height) / 1024);
  const { isShadowRemoved, smoothness, flowSigma, textureAversion } = preparation;
  const { lightness, a, b } = labPlanes(rgb);
  const scratch = makeGuidedScratch(lightness.length);
  const radius = Math.max(1, Math.round((2.2 + 3 * smoothness) * unit));
  const variance = 0.0008 * 8 ** smoothness;
  const reach = Math.round(24 * unit);
  const weigh = (plane: Float32Array, limits: GainLimits, windowRadius: number): WeightedPlane => {
    const roughness = localRoughness(plane, size, reach, scratch.work);
    guidedSmooth(plane, size, windowRadius, variance, plane, scratch);
    return { plane, gain: contrastGain(plane, size, reach, limits, roughness, textureAversion, scratch) };
  };
  // Colour is noisier than lightness and matters less to a drawing: a higher floor and a lower ceiling.
  const [ofLightness, ofColour] = isShadowRemoved
    ? [
        { target: 0.16, floor: 0.03, most: 3 },
        { target: 0.16, floor: 0.05, most: 2 },
      ]
    : [
        { target: 1.6, floor: 1, most: 1.6 },
        { target: 1.3, floor: 1, most: 1.3 },
      ];
  const channels = [
    weigh(lightness, ofLightness, radius),
    weigh(a, ofColour, radius + 1),
    weigh(b, ofColour, radius + 1),
  ];

  const flow = edgeTangentFlow(channels, size, flowSigma * unit);
  const gradients = channels.map((channel) => weightedGradient(channel, size));
  const gradient = new Float32Array(lightness.length);
  for (const one of gradients) for (let i = 0; i < one.length; i++) if (one[i]! > gradient[i]!) gradient[i] = one[i]!;
  const contrast = mixByGradient(channels, gradients, size, reach, 4 * unit, scratch);
  return { size, unit, lightness, contrast, gradient, flow };
}

interface GainLimits {
  target: number;
  floor: number;
  most: number;
}

/** min(most, target / (local deviation + floor)), less where the picture is rough. Overwrites and returns `roughness`. */
function contrastGain(
  plane: Float32Array,
  size: Size,
  radius: number,
  { target, floor, most }: GainLimits,
  roughness: Float32Array,
  textureAversion: number,
  { mean, square, work }: GuidedScratch,
): Float32Array {
  for (let i = 0; i < plane.length; i++) square[i] = plane[i]! * plane[i]!;
  boxBlur(plane, size, radius, mean, work);
  boxBlur(square, size, radius, square, work);
  for (let i = 0; i < plane.length; i++) {
    const m = mean[i]!;
    const deviation = Math.sqrt(Math.max(0, square[i]! - m * m));
    const rough = textureAversion * roughness[i]!;
    roughness[i] = Math.min(most, target / (deviation + floor + rough)) / (1 + 10 * rough);
  }
  return roughness;
}

/**
 * How rough the picture is around each pixel: local mean of the response of the noise mask of Immerkær ("Fast noise
 * variance estimation", 1996), which is 0 on straight edges, as a deviation in the plane's unit. Single strong
 * responses (corners) are capped.
 */
function localRoughness(plane: Float32Array, size: Size, radius: number, scratch: Float32Array): Float32Array {
  const { width, height } = size;
  const out = new Float32Array(plane.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const corners = plane[i - width - 1]! + plane[i - width + 1]! + plane[i + width - 1]! + plane[i + width + 1]!;
      const sides = plane[i - width]! + plane[i - 1]! + plane[i + 1]! + plane[i + width]!;
      const response = Math.abs(corners - 2 * sides + 4 * plane[i]!) * (Math.sqrt(Math.PI / 2) / 6);
      out[i] = Math.min(0.12, response);
    }
  }
  return boxBlur(out, size, radius, out, scratch);
}

/**
 * Mix of the channels' contrasts, (value - local mean) * gain, in proportion to the fourth power of their gradients
 * around each pixel. Colour counts four fifths.
 */
function mixByGradient(
  channels: ReadonlyArray<WeightedPlane>,
  gradients: ReadonlyArray<Float32Array>,
  size: Size,
  reach: number,
  sigma: number,
  { mean, square: share, work }: GuidedScratch,
): Float32Array {
  const mixed = new Float32Array(share.length);
  const total = new Float32Array(share.length);
  channels.forEach(({ plane, gain }, index) => {
    gaussianBlur(gradients[index]!, size, sigma, share, work);
    boxBlur(plane, size, reach, mean, work);
    const weight = index === 0 ? 1 : 0.8;
    for (let i = 0; i < mixed.length; i++) {
      const squared = (share[i]! * weight) ** 2;
      const part = squared * squared + 1e-12;
      mixed[i]! += (plane[i]! - mean[i]!) * gain[i]! * part;
      total[i]! += part;
    }
  });
  for (let i = 0; i < mixed.length; i++) mixed[i]! /= total[i]!;
  return mixed;
}
