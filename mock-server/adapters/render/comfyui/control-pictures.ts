import type { RenderPicture } from '../port.ts';
import type { ControlSlot } from './graph-file.ts';

/** Makes the pictures by which a model keeps to the geometry of a base picture. */
export interface ControlPictures {
  /**
   * PNG of the wanted size: `line` white on black, `depth` lighter where nearer, `segmentation` in the colours of
   * ADE20K.
   */
  make(kind: ControlSlot, picture: RenderPicture, size: { width: number; height: number }): Promise<Uint8Array>;
}
