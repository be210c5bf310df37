import { useCallback, useMemo, useState } from 'react';
import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import type { FormPicture } from '@/lib/tool-sessions';
import type { Values } from './field-rules';
import { moved } from './fields/list-order';
import { lookingAt, type PicturedForm, picturesOf, withField, withoutPicture, withPictures } from './form-pictures';

export interface ToolForm extends PicturedForm {
  /** Sets a field; what was drawn on another picture of the field is dropped. */
  set: (name: string, value: unknown) => void;
  /** Appends to a list field, up to its limit. */
  append: (name: string, value: unknown) => void;
  /**
   * Takes over a task's parameters; what it does not name falls back to the defaults. Further pictures are given along,
   * or are those that are there where one of them is the task's.
   */
  fill: (params: Values, pictures?: readonly FormPicture[]) => void;
  /** Puts further base pictures behind those that are there. */
  add: (imageIds: readonly string[]) => void;
  /** Turns to another of the base pictures. */
  look: (imageId: string) => void;
  remove: (imageId: string) => void;
  move: (from: number, to: number) => void;
}

/** @param draft what the form begins with, where there is something */
export function useToolForm(tool: DefinedTool, draft: Values = {}, pictures: readonly FormPicture[] = []): ToolForm {
  const [form, setForm] = useState<PicturedForm>(() => fitting(tool, filled(tool, draft), pictures));

  const acts = useMemo(
    (): Omit<ToolForm, keyof PicturedForm | 'fill'> => ({
      set: (name, value) => setForm((current) => withField(tool, current, name, value)),
      append: (name, value) =>
        setForm((current) => {
          const before = current.values[name];
          const list = Array.isArray(before) ? (before as unknown[]) : [];
          const limit = tool.fields[name]?.max ?? Number.POSITIVE_INFINITY;
          if (list.length >= limit) return current;
          return { ...current, values: { ...current.values, [name]: [...list, value] } };
        }),
      add: (imageIds) => setForm((current) => withPictures(tool, current, imageIds)),
      look: (imageId) => setForm((current) => lookingAt(tool, current, imageId)),
      remove: (imageId) => setForm((current) => withoutPicture(tool, current, imageId)),
      move: (from, to) => setForm((current) => ({ ...current, pictures: moved(current.pictures, from, to) })),
    }),
    [tool],
  );

  const fill = useCallback(
    (params: Values, given?: readonly FormPicture[]) =>
      setForm((current) => fitting(tool, filled(tool, params), given ?? current.pictures)),
    [tool],
  );

  return useMemo(() => ({ ...form, ...acts, fill }), [form, acts, fill]);
}

function filled(tool: DefinedTool, params: Values): Values {
  const known = Object.entries(params).filter(([name]) => name in tool.fields);
  return { ...defaultsOf(tool), ...Object.fromEntries(known) };
}

/** Further pictures are those of a form only where its own is among them. */
function fitting(tool: DefinedTool, values: Values, pictures: readonly FormPicture[]): PicturedForm {
  const [own] = picturesOf(tool, { values, pictures: [] });
  return { values, pictures: pictures.length > 1 && pictures.some(({ imageId }) => imageId === own) ? pictures : [] };
}
