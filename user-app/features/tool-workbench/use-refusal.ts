import { useEffect } from 'react';
import type { Values } from './field-rules';
import type { ToolRun } from './use-run';

/**
 * Sentences at fields because a start was refused for their pictures, while they hold the same picture. The
 * first of them is brought into view.
 * @param onRefused called when there is something to be seen in the form
 */
export function useRefusal({ refusal }: ToolRun, values: Values, onRefused: () => void): Record<string, string> {
  useEffect(() => {
    const [name] = Object.keys(refusal?.sentences ?? {});
    if (name === undefined) return;
    onRefused();
    document.querySelector(`[data-field="${name}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [refusal, onRefused]);
  const standing = Object.entries(refusal?.sentences ?? {}).filter(([name]) => values[name] === refusal?.params[name]);
  return Object.fromEntries(standing);
}
