import { day } from '#shared/domain/time';
import { DraftStore } from '@/canvas/draft-store';
import type { Size } from '@/canvas/geometry';
import { personalDatabases } from '@/lib/personal-databases';
import type { Refinement } from '../engine/refine';
import type { Spans } from '../engine/span-codec';

/** Work on a mask as this browser keeps it. */
export interface MaskDraft {
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
  /** Image id of the mask in the form that was painted on; undefined where there was none. */
  basis?: string | undefined;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

export const draftKey = (toolId: string, fieldName: string, imageId: string) => `${toolId}/${fieldName}/${imageId}`;

const keptDrafts = 20;
const keptMs = 3 * day;

export const maskDrafts = new DraftStore<MaskDraft>(personalDatabases.maskDrafts, 'drafts', { keyPath: 'key' });

/**
 * Drafts of masks since they were stored last, or before they ever were; old drafts are cleared away.
 * @param stored the mask in the form: work on another one is over
 */
export async function unsavedDraft(key: string, stored: string | undefined): Promise<MaskDraft | undefined> {
  const ordered = (await maskDrafts.readAll()).toSorted((a, b) => b.updatedAt - a.updatedAt);
  const oldest = Date.now() - keptMs;
  const [kept, old] = [ordered.slice(0, keptDrafts), ordered.slice(keptDrafts)];
  for (const draft of [...old, ...kept.filter(({ updatedAt }) => updatedAt < oldest)])
    void maskDrafts.remove(draft.key);
  const draft = kept.find((one) => one.key === key && one.updatedAt >= oldest);
  const isUnsaved = draft !== undefined && draft.storedAs === undefined && draft.coverage > 0;
  return isUnsaved && draft.basis === stored ? draft : undefined;
}
