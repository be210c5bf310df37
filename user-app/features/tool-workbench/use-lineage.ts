import { useCallback, useEffect, useRef, useState } from 'react';
import type { DefinedTool } from '#shared/tools/define-tool';
import { readTask } from '@/data/task';
import type { ToolSession } from '@/lib/tool-sessions';
import { carriedParams, pictureFieldOf } from './field-rules';
import type { ToolForm } from './use-tool-form';

interface LineageInput {
  tool: DefinedTool;
  form: ToolForm;
  /** Image id the page was opened with. */
  base: string | undefined;
  /** The task that picture comes from. */
  parent: string | undefined;
  /** Origin of the picture of a kept form. */
  start: Origin | undefined;
}

type Origin = ToolSession['origin'];

/**
 * Origin of the picture in the form. A page opened with a parent takes over its type and style; `parentNow` is the task
 * that a run started now descends from, as long as its picture is the one in the form.
 */
export function useLineage({ tool, form, base, parent, start }: LineageInput) {
  const [origin, setOrigin] = useState<Origin>(() => (base && parent ? { imageId: base, taskId: parent } : start));
  const latest = useRef({ tool, form });
  latest.current = { tool, form };

  useEffect(() => {
    if (!parent) return;
    let isWanted = true;
    readTask(parent).then(
      (task) => {
        if (!isWanted) return;
        const carried = carriedParams(latest.current.tool, task.params);
        for (const [name, value] of Object.entries(carried)) latest.current.form.set(name, value);
      },
      // The form keeps its picture; only the parent's type and style are missing.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [parent]);

  const pictureName = pictureFieldOf(tool)?.[0];
  const picture = pictureName && form.values[pictureName];
  const isFromOrigin =
    origin && (picture === origin.imageId || (Array.isArray(picture) && picture[0] === origin.imageId));
  const follow = useCallback((imageId: string, taskId: string) => setOrigin({ imageId, taskId }), []);
  return { parentNow: isFromOrigin ? origin.taskId : undefined, origin, follow, restore: setOrigin };
}
