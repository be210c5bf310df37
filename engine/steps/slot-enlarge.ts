import type { ToolJob } from '../base/job.ts';
import type { Pixels } from '../base/picture-file.ts';
import { resamplePlane } from '../base/resample.ts';
import { askSlot, type SlotAnswer } from './slot-of-job.ts';

/**
 * A picture enlarged by the operator's network, where there is one; its transparency by Lanczos.
 *
 * @param scale whole; 1 is left to the classical way
 * @returns interleaved bytes, three a pixel or four where the picture has transparency
 */
export async function enlargeBySlot(
  job: ToolJob,
  source: Pixels,
  scale: number,
  onProgress: (fraction: number) => void,
): Promise<SlotAnswer<Uint8ClampedArray<ArrayBuffer>>> {
  if (scale === 1) return { told: {} };
  return askSlot(
    job,
    'upscale',
    async (adapter, use) => {
      const { rgb, width, height } = await adapter.enlarge(use, source, scale);
      if (!source.alpha) return Uint8ClampedArray.from(rgb);
      const alpha = resamplePlane(Float32Array.from(source.alpha), source, { width, height });
      const out = new Uint8ClampedArray(alpha.length * 4);
      for (let i = 0; i < alpha.length; i++) {
        for (let channel = 0; channel < 3; channel++) out[i * 4 + channel] = rgb[i * 3 + channel]!;
        out[i * 4 + 3] = alpha[i]!;
      }
      return out;
    },
    onProgress,
  );
}
