import { type KeyboardEvent, useRef, useState } from 'react';
import type { Work } from '#shared/contract/project';
import type { TaskImage, ToolAnswer } from '#shared/contract/task';
import { zoomByKey } from '../../../ui/picture-view/picture-viewport';
import type { NamedPicture, PictureMode } from '../../../ui/picture-view/shown-picture';
import { useZoom } from '../../../ui/picture-view/use-zoom';

export type WorkView = ReturnType<typeof useWorkView>;

/** State of the view of a result: the picture it is compared with, and the zoom. */
export function useWorkView(work: Work | undefined, image: TaskImage | undefined, tool: ToolAnswer | undefined) {
  const viewport = useRef<HTMLDivElement>(null);
  const [wantedMode, setMode] = useState<PictureMode>('single');
  const [wanted, setCounterpart] = useState<NamedPicture>();
  const [isHolding, setHolding] = useState(false);
  const counterparts = work && image && !work.video ? counterpartsOf(work, image.imageId, tool) : [];
  const counterpart = counterparts.find(({ imageId }) => imageId === wanted?.imageId) ?? counterparts[0];
  const mode = counterpart ? wantedMode : 'single';
  const zoom = useZoom(viewport, image?.imageId ?? '', work?.video || mode === 'pair' ? undefined : image);

  /** @returns whether the key was one of the picture's. */
  const byKey = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return event.defaultPrevented;
    if (event.key.toLowerCase() !== 'c' || !counterpart) return zoomByKey(zoom, event);
    event.preventDefault();
    setMode(mode === 'compare' ? 'single' : 'compare');
    return true;
  };

  return { viewport, zoom, mode, setMode, counterparts, counterpart, setCounterpart, isHolding, setHolding, byKey };
}

/** Pictures that a result can be compared with: its base, then the other results of the work. */
function counterpartsOf(work: Work, imageId: string, tool: ToolAnswer | undefined): NamedPicture[] {
  const index = work.images.findIndex((one) => one.imageId === imageId);
  const field = tool?.fields.find(({ editor }) => editor === 'image' || editor === 'images');
  const given: unknown = field && work.params[field.name];
  const base: unknown = Array.isArray(given) ? (given[index] ?? given[0]) : given;
  const others = work.images.map((one, place) => ({ imageId: one.imageId, label: `结果 ${place + 1}` }));
  return [...(typeof base === 'string' && base !== '' ? [{ imageId: base, label: '原图' }] : []), ...others].filter(
    (one) => one.imageId !== imageId,
  );
}
