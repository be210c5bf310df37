import { useCallback, useEffect, useState } from 'react';
import { type Draft, maskDrafts, newestDraft } from './draft-store';

/**
 * The newest work on a field that was kept in this browser and is not in the form: offered until it is taken, refused
 * or replaced by newer work.
 */
export function useDraftOffer(toolId: string, fieldName: string, isWanted: boolean) {
  const [draft, setDraft] = useState<Draft>();
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void newestDraft(toolId, fieldName).then((found) => {
      if (!isOver && found && found.coverage > 0) setDraft(found);
    });
    return () => {
      isOver = true;
    };
  }, [toolId, fieldName, isWanted]);

  const withdraw = useCallback(() => setDraft(undefined), []);
  const discard = useCallback(() => {
    setDraft((current) => {
      if (current) void maskDrafts.remove(current.key);
      return undefined;
    });
  }, []);
  return { draft, withdraw, discard };
}

const two = (value: number) => String(value).padStart(2, '0');

/** When a draft was written, `MM-DD HH:mm`. */
export function timeOf({ updatedAt }: Draft): string {
  const at = new Date(updatedAt);
  return `${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
