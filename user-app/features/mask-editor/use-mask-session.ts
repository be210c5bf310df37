import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { clickMask, isClickMaskBuilt, isNotBuilt, readMask, readPictureSize, uploadMask } from '@/data/image-mask';
import { resized, runsOf } from './engine/bitmap';
import type { Segment } from './engine/click-selection';
import { MaskEditor } from './engine/editor';
import type { Size } from './engine/geometry';
import { pictureOf, type StageFieldProps } from './stage-field';

interface Session {
  imageId: string;
  editor: MaskEditor;
  /** The mask as it was stored last, and the revision it was then. */
  saved: { value: string | undefined; revision: number };
}

const noStore = () => () => undefined;

/**
 * The editor of a mask field. It is made when it is first opened and kept with its history until the picture or the
 * mask is changed from elsewhere; `save` stores what was painted and gives its image id. A run that starts meanwhile saves
 * first, and the editor closes.
 */
export function useMaskSession(props: StageFieldProps, isOpen: boolean, close: () => void) {
  const { field, value, onChange, onPending } = props;
  const imageId = pictureOf(props);
  const stored = typeof value === 'string' && value !== '' ? value : undefined;
  const [session, setSession] = useState<Session>();
  const isCurrent = session !== undefined && session.imageId === imageId && session.saved.value === stored;
  const current = isCurrent ? session : undefined;
  const editor = current?.editor;

  const open = useCallback(async () => {
    if (current || !imageId) return;
    const size = await readPictureSize(imageId);
    const start = stored ? await readMask(stored) : undefined;
    const made = new MaskEditor({
      size,
      start: start && runsOf(resized(start, size)),
      segment: isClickMaskBuilt ? segmentOf(imageId, size, () => made.withdrawSelect()) : undefined,
    });
    setSession({ imageId, editor: made, saved: { value: stored, revision: 0 } });
  }, [current, imageId, stored]);

  const revision = useSyncExternalStore(editor?.subscribe ?? noStore, () => editor?.getSnapshot().revision ?? 0);
  const isChanged = current !== undefined && revision !== current.saved.revision;
  const isEmpty = editor !== undefined && editor.mask.count === 0;

  const latest = useRef({ onChange, onPending, close });
  latest.current = { onChange, onPending, close };

  const save = useCallback(async (): Promise<string | undefined> => {
    if (!current) return stored;
    const { coverage, revision: exported } = current.editor.getSnapshot();
    if (exported === current.saved.revision) return current.saved.value;
    const id = coverage === 0 ? undefined : await uploadMask(await current.editor.exportPng(), coverage);
    setSession({ ...current, saved: { value: id, revision: exported } });
    latest.current.onChange(id);
    return id;
  }, [current, stored]);

  useEffect(() => {
    const isUsable = stored !== undefined || !field.isRequired;
    const isPending = (isChanged && !isEmpty) || (isOpen && isUsable);
    const finish = async () => {
      const id = await save();
      latest.current.close();
      return id;
    };
    latest.current.onPending(isPending ? finish : undefined);
  }, [isChanged, isEmpty, isOpen, stored, field.isRequired, save]);
  useEffect(() => () => latest.current.onPending(undefined), []);

  // A mask that was emptied is none: what is missing is said at once.
  useEffect(() => {
    if (isChanged && isEmpty && stored) void save();
  }, [isChanged, isEmpty, stored, save]);

  return { editor, imageId, stored, open, save };
}

function segmentOf(imageId: string, size: Size, withdraw: () => void): Segment {
  return async ({ points, box }, signal) => {
    try {
      const found = await clickMask({ imageId, points, box }, signal);
      return found.map((mask) => ({ runs: runsOf(resized(mask, size)), area: mask.area, score: mask.score }));
    } catch (error) {
      if (isNotBuilt(error)) withdraw();
      throw error;
    }
  };
}
