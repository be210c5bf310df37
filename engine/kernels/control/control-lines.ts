import type { Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { smoothstep } from '../../base/scalar.ts';
import { judgeInput } from '../light/relight-input-kind.ts';
import { draftOutline, draftSegments, drawDraft, type FoundSegment } from '../lines/drafting.ts';
import { prepareLineSource } from '../lines/line-source.ts';

/** Lines that a network found: straight segments in pixels of the picture, or the edge strength of each, 0–1. */
export type FoundLines = { segments: FoundSegment[] } | { edges: Float32Array };

/** Width of the lines at a long side of 1024 pixels, as the makers of control networks trained them, and what is drawn. */
const pen = { lineWidth: 1.6, detail: 78 };
const preparation = { isShadowRemoved: true, smoothness: 0.6, flowSigma: 1.2, textureAversion: 2.5 };

/** Gradient of a pixel that a network is sure of, on the scale of {@link prepareLineSource}. */
const sureGradient = 0.06;

/** Share of a picture that must be lines for anything to hold on to. */
const leastInk = 0.0005;

/**
 * Lines of a picture for a control network: white on black, 0–255, soft at their edges. The strokes of a drawing are its
 * lines; of everything else the contours are drawn. Undefined where there are none.
 *
 * @param rgb 8-bit sRGB of `size`
 */
export function drawControlLines(rgb: RgbBytes, size: Size, found?: FoundLines): Uint8Array | undefined {
  const lab = labPlanes(rgb);
  const ink = judgeInput(lab, size) === 'lines' ? strokesOf(lab.lightness) : contoursOf(rgb, size, found);
  let total = 0;
  for (let i = 0; i < ink.length; i++) total += ink[i]!;
  return total < ink.length * leastInk ? undefined : bytesOf(ink, (share) => Math.round(255 * share));
}

/** Ink of a drawing by its distance from the paper, whichever of the two is dark. */
function strokesOf(lightness: Float32Array): Float32Array {
  const sorted = Float32Array.from(lightness).sort();
  const paper = sorted[sorted.length >> 1]!;
  return lightness.map((level) => smoothstep(0.05, 0.3, Math.abs(level - paper)));
}

function contoursOf(rgb: RgbBytes, size: Size, found: FoundLines | undefined): Float32Array {
  const source = prepareLineSource(rgb, size, preparation);
  if (found && 'segments' in found) return drawDraft(source, draftSegments(source, pen, found.segments));
  const gradient = found ? found.edges.map((level) => level * sureGradient) : source.gradient;
  return drawDraft(source, draftOutline({ ...source, gradient }, pen));
}
