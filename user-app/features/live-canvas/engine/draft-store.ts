import { personalDatabases } from '@/lib/personal-databases';
import { DraftStore } from '../../../canvas/draft-store';
import type { Drawing } from './marks';
import { type Aspect, aspectNames } from './papers';
import type { KeptPicture } from './picture-shelf';

/** The drawing as this browser keeps it. */
export interface CanvasDraft {
  aspect: Aspect;
  drawing: Drawing;
  pictures: readonly KeptPicture[];
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

const currentKey = 'current';
const drafts = new DraftStore<CanvasDraft>(personalDatabases.liveDrawing, 'drawings');

export async function readDraft(): Promise<CanvasDraft | undefined> {
  const draft = await drafts.read(currentKey);
  return draft && aspectNames.includes(draft.aspect) ? draft : undefined;
}

export function writeDraft(draft: CanvasDraft): Promise<void> {
  return drafts.write(draft, currentKey);
}
