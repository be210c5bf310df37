import { DraftStore } from '@/canvas/draft-store';
import type { Size } from '@/canvas/geometry';
import { personalDatabases } from '@/lib/personal-databases';
import type { Refinement } from '../engine/refine';
import type { Spans } from '../engine/span-codec';

/** Work on a mask as this browser keeps it. */
export interface Draft {
  /** {@link draftKey} of what follows. */
  key: string;
  toolId: string;
  fieldName: string;
  imageId: string;
  size: Size;
  spans: Spans;
  refinement: Refinement;
  /** Fraction of the picture, 0–1. */
  coverage: number;
  /** Image id of the mask this was stored as; undefined while it was not. */
  storedAs: string | undefined;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export const draftKey = (toolId: string, fieldName: string, imageId: string) => `${toolId}/${fieldName}/${imageId}`;

const keptDrafts = 20;
const keptMs = 3 * 24 * 3600 * 1000;

export const maskDrafts = new DraftStore<Draft>(personalDatabases.maskDrafts, 'drafts', { keyPath: 'key' });

/** The newest draft of a field, whatever picture it lies on; old ones are cleared away. */
export async function newestDraft(toolId: string, fieldName: string): Promise<Draft | undefined> {
  const ordered = (await maskDrafts.readAll()).toSorted((a, b) => b.updatedAt - a.updatedAt);
  const oldest = Date.now() - keptMs;
  for (const [index, draft] of ordered.entries())
    if (index >= keptDrafts || draft.updatedAt < oldest) void maskDrafts.remove(draft.key);
  return ordered.find((draft) => draft.toolId === toolId && draft.fieldName === fieldName && draft.updatedAt >= oldest);
}
