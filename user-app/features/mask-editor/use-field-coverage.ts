import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useMaskCoverage } from '@/data/image-mask';
import type { MaskEditor } from './engine/editor';
import { largestCoverage, tooLargeText } from './stage-field';

const noStore = () => () => undefined;

/** Share of its picture that a field has selected, and whether it is empty or too large. */
export function useFieldCoverage(
  editor: MaskEditor | undefined,
  stored: string | undefined,
  isRequired: boolean,
  onProblem: (message: string | undefined) => void,
) {
  const storedCoverage = useMaskCoverage(stored);
  const liveCoverage = useSyncExternalStore(editor?.subscribe ?? noStore, () => editor?.getSnapshot().coverage);
  const coverage = liveCoverage ?? storedCoverage;
  const isChosen = stored !== undefined || (liveCoverage ?? 0) > 0;
  // Optional masks say what to keep or protect, which may be most of the picture.
  const isTooLarge = isRequired && isChosen && coverage !== undefined && coverage > largestCoverage;
  const latestOnProblem = useRef(onProblem);
  latestOnProblem.current = onProblem;
  useEffect(() => {
    if (!isTooLarge) return;
    latestOnProblem.current(tooLargeText);
    return () => latestOnProblem.current(undefined);
  }, [isTooLarge]);
  return { coverage, isChosen, isTooLarge };
}
