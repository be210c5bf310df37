import { useEffect, useRef } from 'react';
import { noteKeptTool } from './kept-tools';
import { type ToolSession, toolSessions, visitorAccount } from './tool-sessions';

/** Between a change and its writing, ms. */
const restMs = 250;

/** Changes that are worth a writing; how far something is scrolled goes along with them. */
function wordsOf({ uploads, ...session }: ToolSession): string {
  return JSON.stringify([session, uploads.map(({ field, file, problem }) => [field, file.name, file.size, problem])]);
}

/**
 * Keeps what the page of a tool holds: in memory at once, in the database a moment later and when the page is left. A
 * page in which nothing was changed writes nothing.
 */
export function useSessionKeeping(account: string, toolId: string, session: ToolSession): void {
  const latest = useRef({ account, toolId, session });
  const written = useRef<string>();
  written.current ??= wordsOf(session);
  const words = wordsOf(session);

  useEffect(() => {
    const former = latest.current;
    latest.current = { account, toolId, session };
    if (former.account === visitorAccount && account !== visitorAccount) {
      written.current = wordsOf(session);
      void toolSessions.handOver(session, account, toolId);
    }
  });

  const write = useRef(() => {
    const { account, toolId, session } = latest.current;
    const words = wordsOf(session);
    if (words === written.current) return;
    written.current = words;
    noteKeptTool(toolId);
    void toolSessions.write(account, toolId, session);
  }).current;

  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    if (words === written.current || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      write();
    }, restMs);
  }, [words, write]);

  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && write();
    window.addEventListener('pagehide', write);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('pagehide', write);
      document.removeEventListener('visibilitychange', onHidden);
      clearTimeout(timer.current);
      timer.current = undefined;
      write();
    };
  }, [write]);
}
