import { useEffect, useRef, useState } from 'react';
import { type DefinedTool, pictureFieldsOf } from '#shared/tools/define-tool';
import { isPictureGone } from '@/data/image';
import type { ToolSession } from '@/lib/tool-sessions';
import type { ToolForm } from '../use-tool-form';

interface Notice {
  text: string;
  /** The field's value it speaks of. */
  value: unknown;
}

/**
 * Takes pictures that were deleted meanwhile out of a form that was kept.
 * @returns what is to be said of it, by field.
 */
export function useGonePictures(tool: DefinedTool, form: ToolForm, start: ToolSession | undefined) {
  const [notices, setNotices] = useState<Readonly<Record<string, Notice>>>({});
  const latest = useRef(form);
  latest.current = form;

  useEffect(() => {
    let isOver = false;
    const check = async (name: string, given: unknown) => {
      const ids = (Array.isArray(given) ? given : [given]).filter((id): id is string => typeof id === 'string');
      const areGone = await Promise.all(ids.map(isPictureGone));
      if (isOver || !areGone.includes(true) || latest.current.values[name] !== given) return;
      const value = Array.isArray(given) ? ids.filter((_id, place) => !areGone[place]) : undefined;
      const what = tool.fields[name]?.editor === 'mask' ? '选区' : '图片';
      latest.current.set(name, value);
      setNotices((all) => ({ ...all, [name]: { text: `之前的${what}已不存在，请重新选择`, value } }));
    };
    const checkFurther = async (imageId: string) => {
      if ((await isPictureGone(imageId)) && !isOver) latest.current.remove(imageId);
    };
    for (const { imageId } of start?.pictures ?? [])
      if (!Object.values(latest.current.values).includes(imageId)) void checkFurther(imageId);
    for (const name of start ? pictureFieldsOf(tool) : []) void check(name, latest.current.values[name]);
    return () => {
      isOver = true;
    };
  }, [tool, start]);

  const standing = Object.entries(notices).filter(([name, { value }]) => form.values[name] === value);
  return Object.fromEntries<string>(standing.map(([name, { text }]) => [name, text]));
}
