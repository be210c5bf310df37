import { useCallback, useEffect, useRef, useState } from 'react';
import { type MaskDraft, maskDrafts, unsavedDraft } from './draft-store';
import { DraftWatch } from './draft-watch';

interface Found {
  key: string;
  draft: MaskDraft | undefined;
  /** True when another tab is at work on it. */
  isElsewhere: boolean;
}

/**
 * Work on a field's picture that was kept in this browser and never stored.
 * @param key of the draft; undefined while there is no picture
 * @param stored the mask in the form
 */
export function useDraftOffer(key: string | undefined, stored: string | undefined) {
  const [found, setFound] = useState<Found>();
  const latestStored = useRef(stored);
  latestStored.current = stored;
  useEffect(() => {
    if (key === undefined) return;
    let isOver = false;
    const look = async () => {
      const draft = await unsavedDraft(key, latestStored.current);
      const watch = draft && new DraftWatch(key, () => undefined);
      const isElsewhere = watch !== undefined && !(await watch.hold());
      watch?.close();
      if (!isOver) setFound({ key, draft, isElsewhere });
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [key]);

  const current = found?.key === key ? found : undefined;
  const withdraw = useCallback(() => setFound((known) => known && { ...known, draft: undefined }), []);
  const discard = useCallback(() => {
    if (key !== undefined) void maskDrafts.remove(key);
    withdraw();
  }, [key, withdraw]);
  return {
    draft: current?.draft,
    isElsewhere: current?.isElsewhere === true,
    /** True when it has been looked for. */
    isKnown: current !== undefined,
    withdraw,
    discard,
  };
}

const two = (value: number) => String(value).padStart(2, '0');

/** When a draft was written, `MM-DD HH:mm`. */
export function timeOf({ updatedAt }: MaskDraft): string {
  const at = new Date(updatedAt);
  return `${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
