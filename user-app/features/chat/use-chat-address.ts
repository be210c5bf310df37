import { useCallback } from 'react';
import { history, useSearchParams } from '../../lib/router';

/** Which conversation and which entry are open, in the address: a reload and the way back keep them. */
export function useChatAddress() {
  const [query] = useSearchParams();
  const go = useCallback((change: Readonly<Record<string, string | undefined>>, isStep: boolean) => {
    const { pathname, search } = window.location;
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    const target = { pathname, search: next.size > 0 ? `?${next}` : '' };
    if (isStep) history.push(target);
    else history.replace(target);
  }, []);
  return {
    conversationId: query.get('c') ?? undefined,
    entryId: query.get('entry') ?? undefined,
    /** Without an id: a conversation that is not begun. */
    openConversation: useCallback((c: string | undefined, isStep = true) => go({ c, entry: undefined }, isStep), [go]),
    openEntry: useCallback((entry: string | undefined) => go({ entry }, false), [go]),
  };
}
