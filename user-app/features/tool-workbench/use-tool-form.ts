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

export function useToolForm(tool: DefinedTool): ToolForm {
  const [values, setValues] = useState<Values>(() => defaultsOf(tool));

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

  const fill = useCallback(
    (params: Values) => {
      const known = Object.entries(params).filter(([name]) => name in tool.fields);
      setValues({ ...defaultsOf(tool), ...Object.fromEntries(known) });
    },
    [tool],
  );

  return useMemo(() => ({ values, set, append, fill }), [values, set, append, fill]);
}
