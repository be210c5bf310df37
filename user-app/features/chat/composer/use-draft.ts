import { useCallback, useEffect, useRef, useState } from 'react';
import { draftName, emptyDraft, type MessageDraft, readDraft, writeDraft } from './drafts';

/** Between a letter and its keeping, ms. */
const restMs = 250;
export const visitor = 'visitor';

/**
 * Draft of a message to a conversation: kept over reloads, closed tabs and logins. A login keeps the text that was
 * written before.
 */
export function useDraft(account: string, conversationId: string | undefined) {
  const name = draftName(account, conversationId);
  const [drafts, setDrafts] = useState<Readonly<Record<string, MessageDraft>>>(() => ({ [name]: readDraft(name) }));
  const [shown, setShown] = useState(name);
  const known = drafts[name] ?? readDraft(name);
  const latest = useRef({ name, drafts });
  latest.current = { name, drafts };
  const unwritten = useRef(new Set<string>());

  const write = useCallback(() => {
    for (const name of unwritten.current) writeDraft(name, latest.current.drafts[name] ?? emptyDraft, Date.now());
    unwritten.current.clear();
  }, []);

  const change = useCallback((change: (draft: MessageDraft) => MessageDraft, of = latest.current.name) => {
    unwritten.current.add(of);
    setDrafts((all) => ({ ...all, [of]: change(all[of] ?? readDraft(of)) }));
  }, []);

  // Whoever was a visitor until now goes on with the same words.
  if (shown !== name) {
    setShown(name);
    const before = draftName(visitor, conversationId);
    const brought = shown === before ? drafts[before] : undefined;
    setDrafts((all) => ({ ...all, [name]: brought?.text || brought?.pictures.length ? brought : readDraft(name) }));
  }
  useEffect(() => {
    const before = draftName(visitor, conversationId);
    if (account === visitor) return;
    unwritten.current.add(name);
    writeDraft(before, emptyDraft, Date.now());
  }, [account, conversationId, name]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change
  useEffect(() => {
    const timer = setTimeout(write, restMs);
    return () => clearTimeout(timer);
  }, [drafts, write]);
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && write();
    window.addEventListener('pagehide', write);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('pagehide', write);
      document.removeEventListener('visibilitychange', onHidden);
      write();
    };
  }, [write]);

  return { name, draft: known, change };
}
