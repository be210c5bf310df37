import { startTransition, useEffect, useState } from 'react';
import type { InterruptedDraft } from '@/lib/interruption';
import { noteKeptTool } from '@/lib/kept-tools';
import { emptySession, type ToolSession, toolSessions } from '@/lib/tool-sessions';
import { ToolWorkbench } from '../tool-workbench';
import styles from '../tool-workbench.css';
import type { ToolWorkbenchProps } from '../use-workbench';
import { useIsFreshEntry } from './history-entry';
import { isUntouched, keptValues } from './kept-values';

export interface KeptWorkbenchProps extends Omit<ToolWorkbenchProps, 'start'> {
  /** Values of the form when a purchase interrupted it. */
  draft: InterruptedDraft | undefined;
}

/** The form waits no longer for what this browser kept, ms: a slow disk takes over a second, and what comes later is lost. */
const longestWaitMs = 5000;

/**
 * The workbench as it was left. What it starts from, first of these: on the first visit of a history entry the draft of
 * an interruption, else picture and words of the address over what was kept; on any other visit what was kept for this
 * account by this tab, else by the tab that wrote last; else the tool's defaults.
 */
export function KeptWorkbench(props: KeptWorkbenchProps) {
  const { tool, account } = props;
  const [kept, setKept] = useState<ToolSession | 'none' | undefined>(() => toolSessions.peek(account, tool.id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; whoever logs in keeps the form that is shown
  useEffect(() => {
    if (kept !== undefined) return;
    let isOver = false;
    // The whole workbench is drawn in slices, so that nothing pressed meanwhile waits for it.
    const begin = (found: ToolSession | undefined) => {
      if (found) noteKeptTool(tool.id);
      if (!isOver) startTransition(() => setKept((known) => known ?? found ?? 'none'));
    };
    const timer = setTimeout(begin, longestWaitMs);
    void toolSessions.read(account, tool.id).then(begin);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  if (kept === undefined) return <div className={styles.workbench} aria-busy="true" />;
  return <Entered {...props} kept={kept === 'none' ? undefined : kept} />;
}

function Entered({ kept, draft, ...props }: KeptWorkbenchProps & { kept: ToolSession | undefined }) {
  const isFresh = useIsFreshEntry();
  const [start] = useState(() => startOf(props, isFresh || !kept ? draft : undefined, kept));
  // Without a kept session, the address applies again after a reload.
  const [isFirst, setIsFirst] = useState(true);
  const isTaken = isFresh || (isFirst && !kept);
  useEffect(() => setIsFirst(false), []);
  const address = isTaken ? {} : { base: undefined, parent: undefined };
  return <ToolWorkbench {...props} {...address} start={start} />;
}

function startOf(
  { tool }: Pick<ToolWorkbenchProps, 'tool'>,
  draft: InterruptedDraft | undefined,
  kept: ToolSession | undefined,
): ToolSession | undefined {
  if (draft) {
    const { pictures, facts, documents, batch } = kept ?? emptySession;
    return {
      ...emptySession,
      values: keptValues(tool, draft),
      ...(pictures && { pictures }),
      ...(facts && { facts }),
      ...(documents && { documents }),
      batch,
    };
  }
  if (!kept || isUntouched(tool, kept)) return undefined;
  return { ...kept, values: keptValues(tool, kept.values) };
}
