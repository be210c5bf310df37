import { useEffect, useMemo } from 'react';
import { useLocation } from '../../../lib/router';

/** Stands in the state of a history entry whose address has been taken over into the form. */
const mark = 'isEntered';

function isEntered(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && mark in state;
}

/**
 * True when the page is entered by this history entry for the first time. The values of its address are taken over
 * once: after Back or a reload the person's own changes stay.
 */
export function useIsFreshEntry(): boolean {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another entry
  const isFresh = useMemo(() => !isEntered(), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    window.history.replaceState({ ...window.history.state, [mark]: true }, '');
  }, [key]);
  return isFresh;
}
