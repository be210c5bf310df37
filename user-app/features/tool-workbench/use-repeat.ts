import type { Task } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import { paramsOf, type Values } from './field-rules';
import type { ToolRun } from './use-run';

interface RepeatInput {
  tool: DefinedTool;
  values: Values;
  run: ToolRun;
  /** The task whose result the picture in the form is. */
  parent: string | undefined;
}

/** Ways to make a run once more. */
export function useRepeat({ tool, values, run, parent }: RepeatInput) {
  const again = (from: Task, isVariant: boolean) => {
    const { seed: _former, ...params } = from.params;
    const isSame = !isVariant && tool.fields.seed !== undefined;
    void run.start({
      tool: tool.id,
      params: isSame ? { ...params, seed: from.seed } : params,
      ...(isVariant ? {} : { retriedFrom: from.taskId }),
      ...(from.parent ? { parent: from.parent } : {}),
    });
  };
  return {
    /** The same parameters with the seed that was used: the same picture. */
    repeat: (from: Task) => again(from, false),
    /** The same parameters with another seed. */
    vary: (from: Task) => again(from, true),
    /** Runs with the present form and the used seed, so that only the corrections change the result. */
    correct: (from: Task) => {
      const params = paramsOf(tool, values);
      const started = tool.fields.seed ? { ...params, seed: from.seed } : params;
      void run.start({ tool: tool.id, params: started, ...(parent ? { parent } : {}) });
    },
  };
}
