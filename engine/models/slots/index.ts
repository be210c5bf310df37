import type { ModelSlot } from '../../base/models.ts';
import { depthAdapters } from './depth.ts';
import { inpaintAdapters } from './inpaint.ts';
import { linesAdapters } from './lines.ts';
import { matteAdapters } from './matte.ts';
import { segmentAdapters } from './segment.ts';
import { semanticAdapters } from './semantic.ts';
import type { SlotAdapter } from './slot-adapter.ts';
import { upscaleAdapters } from './upscale.ts';

export { refusedShape } from './image-tensor.ts';

/** Every family of networks the engine knows how to feed. */
export const slotAdapters: readonly SlotAdapter[] = [
  ...inpaintAdapters,
  ...segmentAdapters,
  ...depthAdapters,
  ...linesAdapters,
  ...upscaleAdapters,
  ...matteAdapters,
  ...semanticAdapters,
];

/** The adapter a slot's file was put down for; undefined where there is none of that name. */
export function slotAdapter<Slot extends ModelSlot>(slot: Slot, name: string) {
  return slotAdapters.find((adapter) => adapter.slot === slot && adapter.name === name) as
    | Extract<SlotAdapter, { slot: Slot }>
    | undefined;
}
