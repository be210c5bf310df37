import type { Size } from '../base/blur.ts';
import type { ToolJob } from '../base/job.ts';
import { chosenLevel, type Mask, pasteBack, readMask } from '../base/mask.ts';
import { type Pixels, pictureOf } from '../base/picture-file.ts';
import { type LightMood, lightOf } from '../kernels/light/atmosphere-looks.ts';
import { neutralLook } from '../kernels/light/relight.ts';
import { brighterSide, relightLocked } from '../kernels/light/relight-lock.ts';
import type { LabPlanes } from '../kernels/segment/slic.ts';

/** Parameters that both material-lock tools share. */
export interface LockParams {
  upload_img: string;
  protect_mask?: string | undefined;
  keepStrength: number;
  lightStrength: number;
  atmosphere: 'auto' | LightMood;
}

/** Relights one output: the second one gets its key light from the other side. */
export function lockLight(base: Pixels, lab: LabPlanes, params: LockParams, index: number): LabPlanes {
  const look = params.atmosphere === 'auto' ? neutralLook : lightOf(params.atmosphere);
  const side = brighterSide(lab, base) * (index % 2 === 0 ? 1 : -1);
  return relightLocked(base.rgb, lab, base, {
    look,
    strength: params.lightStrength / 100,
    keep: params.keepStrength,
    side,
  });
}

/**
 * Returns the mask of allowed change: 0 inside the forbidden area, 255 far from it; undefined when nothing is
 * forbidden.
 */
export async function readAllowed(job: ToolJob, params: LockParams, size: Size): Promise<Mask | undefined> {
  if (!params.protect_mask) return undefined;
  const forbidden = await readMask(job, params.protect_mask, pictureOf(job, params.upload_img), size);
  return forbidden.map((level) => (level >= chosenLevel ? 0 : 255 - 2 * level));
}

export function keepForbidden(original: Uint8Array, result: Uint8Array, allowed: Mask | undefined): Uint8Array {
  return allowed ? pasteBack(original, result, allowed) : result;
}

/** Two decimals. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
