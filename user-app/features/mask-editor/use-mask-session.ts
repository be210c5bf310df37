import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Size } from '@/canvas/geometry';
import { clickMask, readMask, uploadMask } from '@/data/image-mask';
import { draftKey, type MaskDraft, maskDrafts } from './drafts/draft-store';
import { createBitmap, type Runs, resized, runsOf } from './engine/bitmap';
import { applyChange } from './engine/change';
import type { Segment } from './engine/click-selection';
import { MaskEditor } from './engine/editor';
import type { EditorOptions } from './engine/editor-options';
import { noRefinement } from './engine/refine';
import { startMaskWorker } from './engine/start-mask-worker';
import { readNotes, readSize, studyUrl } from './picture-facts';
import { type InitialMask, pictureOf, type StageFieldProps } from './stage-field';

interface Session {
  imageId: string;
  editor: MaskEditor;
  /** Notes on the picture. */
  notes: readonly string[];
  /** The mask as it was stored last, and the revision it was then. */
  saved: { value: string | undefined; revision: number };
}

/** Time for which a closed editor keeps working in the background, ms. */
const closeAfterMs = 2000;

const noStore = () => () => undefined;
const noNotes: readonly string[] = [];

/** The runs of a draft's mask. */
function runsOfDraft({ size, spans }: MaskDraft): Runs {
  const mask = createBitmap(size);
  applyChange(mask, { kind: 'flip', spans });
  return runsOf(mask);
}

/**
 * The editor of a mask field. It is made when it is first opened and kept with its history until the picture or the
 * mask is changed from elsewhere; `save` stores what was painted and gives its image id. A run that starts meanwhile saves
 * first, and the editor closes.
 */
export function useMaskSession(props: StageFieldProps, isOpen: boolean, close: () => void) {
  const { tool, name, field, value, onChange, onPending } = props;
  const imageId = pictureOf(props);
  const stored = typeof value === 'string' && value !== '' ? value : undefined;
  const [session, setSession] = useState<Session>();
  const isCurrent = session !== undefined && session.imageId === imageId && session.saved.value === stored;
  const current = isCurrent ? session : undefined;
  const editor = current?.editor;

  useEffect(() => {
    const ending = session?.editor;
    return () => {
      // Closed later, because the draft is still being written from this editor.
      setTimeout(() => ending?.close(), closeAfterMs);
    };
  }, [session?.editor]);

  const open = useCallback(
    async (from?: MaskDraft | InitialMask): Promise<void> => {
      if (!imageId || (current && !from)) return;
      if (current && from) {
        const { start, refinement } = await startOf(from, undefined, current.editor.size, '');
        if (start) current.editor.replace(start);
        if (refinement) current.editor.refine(refinement);
        return;
      }
      const size = await readSize(imageId);
      const [start, notes] = await Promise.all([
        startOf(from, stored, size, draftKey(tool.id, name, imageId), field.grow),
        readNotes(imageId, size),
      ]);
      const made = new MaskEditor({
        size,
        ...start,
        work: startMaskWorker(),
        address: studyUrl(imageId, size),
        segment: segmentOf(imageId, size),
      });
      setSession({ imageId, editor: made, notes, saved: { value: stored, revision: 0 } });
    },
    [current, imageId, stored, tool.id, name, field.grow],
  );

  const revision = useSyncExternalStore(editor?.subscribe ?? noStore, () => editor?.getSnapshot().revision ?? 0);
  const isChanged = current !== undefined && revision !== current.saved.revision;
  const isEmpty = useSyncExternalStore(
    editor?.subscribe ?? noStore,
    () => editor !== undefined && editor.mask.count === 0,
  );

  const latest = useRef({ onPending, close });
  latest.current = { onPending, close };
  const hand = useHandedMask(imageId, onChange);
  const uploadOnce = useSharedUpload();

  const save = useCallback(async (): Promise<string | undefined> => {
    if (!current) return stored;
    current.editor.pointers.endStroke();
    const { revision: exported } = current.editor.getSnapshot();
    if (exported === current.saved.revision) return current.saved.value;
    const value = await uploadOnce(current.editor, exported);
    setSession({ ...current, saved: { value, revision: exported } });
    hand(current.imageId, value);
    return value;
  }, [current, stored, hand, uploadOnce]);

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

  // An emptied mask clears the field at once, so that a required one is reported as missing.
  useEffect(() => {
    if (isChanged && isEmpty && stored) void save();
  }, [isChanged, isEmpty, stored, save]);

  return { editor, notes: current?.notes ?? noNotes, saved: current?.saved, stored, open, save };
}

/** Gives a stored mask to the form; one whose picture was taken out meanwhile waits for the picture to come back. */
function useHandedMask(imageId: string | undefined, onChange: StageFieldProps['onChange']) {
  const latest = useRef({ imageId, onChange });
  latest.current = { imageId, onChange };
  const waiting = useRef<{ imageId: string; value: string | undefined }>();
  useEffect(() => {
    const mask = waiting.current;
    if (!mask || mask.imageId !== imageId) return;
    waiting.current = undefined;
    latest.current.onChange(mask.value);
  }, [imageId]);
  return useCallback((of: string, value: string | undefined): void => {
    if (latest.current.imageId === of) latest.current.onChange(value);
    else waiting.current = { imageId: of, value };
  }, []);
}

/** Stores a mask; whoever asks for the same state meanwhile shares the upload. */
function useSharedUpload() {
  const underWay = useRef<{ editor: MaskEditor; revision: number; done: Promise<string | undefined> }>();
  return useCallback(async (editor: MaskEditor, revision: number): Promise<string | undefined> => {
    const known = underWay.current;
    if (known?.editor === editor && known.revision === revision) return known.done;
    const begun = { editor, revision, done: upload(editor) };
    underWay.current = begun;
    try {
      return await begun.done;
    } finally {
      if (underWay.current === begun) underWay.current = undefined;
    }
  }, []);
}

/** Stores the mask as it is now; an empty one is none. */
async function upload(editor: MaskEditor): Promise<string | undefined> {
  if (editor.mask.count === 0) return undefined;
  const png = await editor.exportPng();
  return uploadMask(png, editor.getSnapshot().coverage);
}

type Start = Pick<EditorOptions, 'start' | 'refinement' | 'isUnsaved'>;

/** Start of an editor: a draft, a given mask, or the one in the form with the marks of its draft. */
async function startOf(
  from: MaskDraft | InitialMask | undefined,
  stored: string | undefined,
  size: Size,
  key: string,
  grow = 0,
): Promise<Start> {
  const refinement = { ...noRefinement, grow };
  if (from && 'load' in from)
    return { start: runsOf(resized(binary(await from.load()), size)), refinement, isUnsaved: true };
  if (from) return { start: runsOfDraft(from), refinement: from.refinement, isUnsaved: true };
  if (!stored) return { refinement };
  const draft = await maskDrafts.read(key);
  if (draft?.storedAs === stored) return { start: runsOfDraft(draft), refinement: draft.refinement };
  return { start: runsOf(resized(await readMask(stored), size)) };
}

function binary<Mask extends { data: Uint8Array<ArrayBuffer> }>(mask: Mask): Mask {
  return { ...mask, data: mask.data.map((value) => (value > 127 ? 255 : 0)) };
}

function segmentOf(imageId: string, size: Size): Segment {
  return async ({ points, box }, signal) => {
    const found = await clickMask({ imageId, points, box }, signal);
    return found.map((mask) => ({ runs: runsOf(resized(mask, size)), area: mask.area, score: mask.score }));
  };
}
