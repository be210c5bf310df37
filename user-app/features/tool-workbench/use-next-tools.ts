import { useCallback, useMemo } from 'react';
import type { ToolAnswer } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import { tools } from '#shared/tools/registry';
import { sendTargets } from './field-rules';
import { relatedTools } from './no-engine-notice';

/** Tools to go on with: those that take a result, and those that stand in where this one cannot run. */
export function useNextTools(tool: DefinedTool, answers: readonly ToolAnswer[] | undefined) {
  const canRunTool = useCallback(
    (id: string) => (answers?.find((answer) => answer.id === id)?.engines.length ?? 0) > 0,
    [answers],
  );
  const related = useMemo(() => relatedTools(tool, tools, canRunTool), [tool, canRunTool]);
  const targets = useMemo(() => sendTargets(tools, tool, canRunTool), [tool, canRunTool]);
  return { related, targets };
}
