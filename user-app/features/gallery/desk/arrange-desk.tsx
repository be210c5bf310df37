import { type ReactNode, useState } from 'react';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { downloadPictures, useDownloadWords } from '../../../data/gallery-downloads';
import { usePictureRows } from '../../../data/gallery-rows';
import { createSelection, useSelectedIds } from '../../../lib/selection';
import { toastFailure } from '../../../lib/toast';
import { Button } from '../../../ui/button';
import { ChoiceBar } from '../../../ui/choice-bar';
import { IconButton } from '../../../ui/icon-button';
import { ArrowLeftIcon, ArrowRightIcon, DownloadIcon, HeartIcon } from '../../../ui/icons';
import { ListStates } from '../../../ui/list-states';
import { PictureBoard } from '../../../ui/picture-board';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import { openFolderPicker } from '../collect-store';

/** Selected pictures, and the functions that act on them. */
export interface Chosen {
  ids: number[];
  pictures: GalleryPicture[];
  isBusy: boolean;
  /** Does something to the chosen; a failure is told. */
  attempt: (act: () => Promise<unknown>) => void;
  /** Takes the chosen out: gone at once, back with the undo. */
  takeOut: (text: string, act: () => Promise<() => Promise<unknown>>) => void;
}

interface ArrangeDeskProps {
  filter: { imageSetId: string } | { folderId: string };
  /** Puts a picture before another, or at the end. */
  onOrder: (pictureId: number, before: number | null) => Promise<unknown>;
  /** Acts on what is chosen, behind collecting and downloading. */
  acts: (chosen: Chosen) => ReactNode;
  empty: ReactNode;
  /** Something of it is different: counts are read again. */
  onChanged: () => void;
}

/** Pictures of a set or a folder to be chosen and put in order. */
export function ArrangeDesk({ filter, onOrder, acts, empty, onChanged }: ArrangeDeskProps) {
  const list = usePictureRows(filter);
  const [selection] = useState(createSelection);
  const [isBusy, setBusy] = useState(false);
  const undo = useUndo();
  const downloadWords = useDownloadWords();
  const marked = useSelectedIds(selection);
  const { rows = [] } = list;
  const pictures = rows.filter(({ id }) => marked.has(String(id)));
  const ids = pictures.map(({ id }) => id);
  const [only] = pictures;

  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      toastFailure(error);
      list.reload();
    } finally {
      setBusy(false);
    }
  };
  const attempt = (act: () => Promise<unknown>) => void run(act);
  const order = (id: number, before: number | null) => {
    list.edit((known) => moved(known, id, before));
    attempt(() => onOrder(id, before));
  };
  const step = (by: 1 | -1) => {
    if (!only) return;
    const rest = rows.filter(({ id }) => id !== only.id);
    const to = rows.indexOf(only) + by;
    if (to >= 0 && to <= rest.length) order(only.id, rest[to]?.id ?? null);
  };
  const takeOut: Chosen['takeOut'] = (text, act) =>
    attempt(async () => {
      const back = await act();
      const gone = new Set(ids);
      list.edit((known) => known.filter(({ id }) => !gone.has(id)));
      selection.clear();
      onChanged();
      undo.offer({
        text,
        act: async () => {
          await back();
          list.reload();
          onChanged();
        },
      });
    });

  return (
    <>
      <p className="mb-16 text-second text-13">
        点选图片，Shift 选一段，Ctrl + A 全选；拖动，或按住 Alt 用左右方向键调整顺序。
      </p>
      <ListStates list={list} noun="张图片" empty={empty}>
        {(known) => (
          <PictureBoard
            label="图片，可排序"
            pictures={known.map((picture) => ({ ...picture, id: String(picture.id) }))}
            selection={selection}
            onOrder={(id, before) => order(Number(id), before === null ? null : Number(before))}
          />
        )}
      </ListStates>
      {ids.length > 0 && (
        <ChoiceBar
          label="对选中的图片"
          words={`已选 ${ids.length} 张`}
          loaded={rows.length}
          count={ids.length}
          onSelectAll={() => selection.selectAll(rows.map(({ id }) => String(id)))}
          onClear={selection.clear}
        >
          {ids.length === 1 && (
            <>
              <IconButton label="前移一位" onClick={() => step(-1)}>
                <ArrowLeftIcon size={16} />
              </IconButton>
              <IconButton label="后移一位" onClick={() => step(1)}>
                <ArrowRightIcon size={16} />
              </IconButton>
            </>
          )}
          <Button look="quiet" disabled={isBusy} onClick={() => openFolderPicker({ pictureIds: ids })}>
            <HeartIcon size={16} />
            <span>收藏到</span>
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={() => attempt(() => downloadPictures(ids))}>
            <DownloadIcon size={16} />
            <span>{downloadWords}</span>
          </Button>
          {acts({ ids, pictures, isBusy, attempt, takeOut })}
        </ChoiceBar>
      )}
      <UndoBar undo={undo.undo} isRaised={ids.length > 0} onUndo={() => void undo.takeBack()} onClose={undo.dismiss} />
    </>
  );
}

function moved(rows: readonly GalleryPicture[], id: number, before: number | null): GalleryPicture[] {
  const picture = rows.find((row) => row.id === id);
  const rest = rows.filter((row) => row.id !== id);
  if (!picture) return rest;
  const place = before === null ? -1 : rest.findIndex((row) => row.id === before);
  return place < 0 ? [...rest, picture] : rest.toSpliced(place, 0, picture);
}
