import { useCallback, useMemo, useState } from 'react';
import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import { type Values, withValue } from './field-rules';

export interface ToolForm {
  values: Values;
  /** Sets a field; what was drawn on another picture of the field is dropped. */
  set: (name: string, value: unknown) => void;
  /** Appends to a list field, up to its limit. */
  append: (name: string, value: unknown) => void;
  /** Takes over a task's parameters; what it does not name falls back to the defaults. */
  fill: (params: Values) => void;
}

/** @param draft what the form begins with, where there is something */
export function useToolForm(tool: DefinedTool, draft: Values = {}): ToolForm {
  const [values, setValues] = useState(() => filled(tool, draft));

  const set = useCallback(
    (name: string, value: unknown) => setValues((current) => withValue(tool, current, name, value)),
    [tool],
  );

  const append = useCallback(
    (name: string, value: unknown) => {
      setValues((current) => {
        const list = Array.isArray(current[name]) ? (current[name] as unknown[]) : [];
        const limit = tool.fields[name]?.max ?? Number.POSITIVE_INFINITY;
        return list.length >= limit ? current : { ...current, [name]: [...list, value] };
      });
    },
    [tool],
  );

  const fill = useCallback((params: Values) => setValues(filled(tool, params)), [tool]);

  return useMemo(() => ({ values, set, append, fill }), [values, set, append, fill]);
}

function filled(tool: DefinedTool, params: Values): Values {
  const known = Object.entries(params).filter(([name]) => name in tool.fields);
  return { ...defaultsOf(tool), ...Object.fromEntries(known) };
}
