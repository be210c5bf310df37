import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { formatNumber } from '#shared/domain/format';
import { galleryLimits } from '#shared/domain/gallery';
import {
  createFolder,
  editFolder,
  mergeFolders,
  type OwnFolder,
  removeFolder,
  restoreFolder,
  useFolders,
} from '../../../data/gallery-folders';
import { toastFailure } from '../../../lib/toast';
import { Button } from '../../../ui/button';
import { CardGrid, CoverCard } from '../../../ui/cover-card';
import { EmptyState } from '../../../ui/empty-state';
import { iconButtonLook } from '../../../ui/icon-button';
import { ArrowLeftIcon, ArrowRightIcon, MoreIcon, PlusIcon, TrashIcon } from '../../../ui/icons';
import { Menu, type MenuAct } from '../../../ui/menu';
import { NameDialog } from '../../../ui/name-dialog';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import { Waiting } from '../../../ui/waiting';
import styles from './folder-grid.css';
import { LockIcon, MergeIcon } from './icons';
import { MergeDialog } from './merge-dialog';

/** Where a dragged folder would go: between two others, or into one. */
interface Target {
  id: string;
  place: 'before' | 'into' | 'after';
}

/** My folders: dragged into an order or into one another; the menu of each does the same without a pointer. */
export function FolderGrid() {
  const folders = useFolders(true);
  const [naming, setNaming] = useState<OwnFolder | 'new'>();
  const [merging, setMerging] = useState<OwnFolder>();
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const [said, setSaid] = useState('');
  const undo = useUndo();
  const { data, error, refresh, mutate } = folders;

  if (!data)
    return error ? (
      <EmptyState drawing="broken" title="收藏夹没有读到" text={error.message}>
        <Button onClick={refresh}>重试</Button>
      </EmptyState>
    ) : (
      <Waiting label="正在读取收藏夹" rows={2} height={220} />
    );

  const attempt = (act: () => Promise<unknown>) =>
    void act().catch((failure: unknown) => {
      toastFailure(failure);
      refresh();
    });
  const movable = data.filter(({ isDefault }) => !isDefault);
  const order = (id: string, place: number) => {
    const folder = movable.find((known) => known.id === id);
    const rest = movable.filter((known) => known.id !== id);
    if (!folder || place < 0 || place > rest.length) return;
    const before = rest[place]?.id ?? null;
    mutate([...data.filter(({ isDefault }) => isDefault), ...rest.toSpliced(place, 0, folder)]);
    setSaid(`「${folder.name}」已移到第 ${place + 1} 个`);
    attempt(() => editFolder(id, { before }));
  };
  const merge = (from: OwnFolder, into: OwnFolder) =>
    attempt(async () => {
      const separate = await mergeFolders(from.id, into.id);
      refresh();
      undo.offer({
        text: `「${from.name}」已并入「${into.name}」`,
        act: async () => {
          await separate();
          refresh();
        },
      });
    });
  const remove = (folder: OwnFolder) =>
    attempt(async () => {
      await removeFolder(folder.id);
      mutate(data.filter(({ id }) => id !== folder.id));
      undo.offer({
        text: `已删除「${folder.name}」`,
        act: async () => {
          await restoreFolder(folder.id);
          refresh();
        },
      });
    });
  const over = (event: DragEvent, folder: OwnFolder) => {
    if (dragged === undefined || dragged === folder.id) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const place = folder.isDefault || (share > 0.3 && share < 0.7) ? 'into' : share <= 0.3 ? 'before' : 'after';
    if (target?.id !== folder.id || target.place !== place) setTarget({ id: folder.id, place });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const from = data.find(({ id }) => id === dragged);
    const onto = data.find(({ id }) => id === target?.id);
    setDragged(undefined);
    setTarget(undefined);
    if (!from || !onto || !target) return;
    if (target.place === 'into') {
      merge(from, onto);
      return;
    }
    const rest = movable.filter(({ id }) => id !== from.id);
    order(from.id, rest.findIndex(({ id }) => id === onto.id) + (target.place === 'after' ? 1 : 0));
  };
  const byKey = (event: KeyboardEvent, folder: OwnFolder) => {
    if (!event.altKey || folder.isDefault) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    order(folder.id, movable.indexOf(folder) + step);
  };
  const actsOf = (folder: OwnFolder): MenuAct[] => {
    const at = movable.indexOf(folder);
    return [
      { label: '重命名', act: () => setNaming(folder) },
      {
        label: folder.isPrivate ? '设为公开' : '设为仅自己可见',
        icon: <LockIcon size={16} />,
        act: () =>
          attempt(async () => {
            await editFolder(folder.id, { isPrivate: !folder.isPrivate });
            refresh();
          }),
      },
      ...(folder.isDefault
        ? []
        : [
            {
              label: '前移',
              icon: <ArrowLeftIcon size={16} />,
              note: 'Alt + ←',
              isDisabled: at === 0,
              act: () => order(folder.id, at - 1),
            },
            {
              label: '后移',
              icon: <ArrowRightIcon size={16} />,
              note: 'Alt + →',
              isDisabled: at === movable.length - 1,
              act: () => order(folder.id, at + 1),
            },
            { label: '并入…', icon: <MergeIcon size={16} />, act: () => setMerging(folder) },
            { label: '删除', icon: <TrashIcon size={16} />, note: '七天内可恢复', act: () => remove(folder) },
          ]),
    ];
  };

  return (
    <>
      <div className={styles.bar}>
        <p>拖动收藏夹调整顺序，拖到另一个上面就是合并。</p>
        <Button onClick={() => setNaming('new')}>
          <PlusIcon size={16} />
          新建收藏夹
        </Button>
      </div>
      <CardGrid label="收藏夹">
        {data.map((folder) => (
          <li
            key={folder.id}
            className={styles.folder}
            draggable={!folder.isDefault}
            data-drop={target?.id === folder.id ? target.place : undefined}
            data-dragged={dragged === folder.id || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', folder.id);
              setDragged(folder.id);
            }}
            onDragOver={(event) => over(event, folder)}
            onDrop={drop}
            onDragEnd={() => {
              setDragged(undefined);
              setTarget(undefined);
            }}
            onKeyDown={(event) => byKey(event, folder)}
          >
            <CoverCard
              to={`/insHomeByCollect/${folder.id}`}
              title={folder.name}
              covers={folder.covers}
              blank="还没有收藏"
              mark={folder.isDefault ? '默认' : folder.isPrivate ? '仅自己可见' : undefined}
              meta={<span>{formatNumber(folder.pictureCount)} 张</span>}
            >
              <Menu
                label={`收藏夹「${folder.name}」的操作`}
                align="end"
                triggerClassName={`${iconButtonLook('small', true)} ${styles.more}`}
                trigger={<MoreIcon size={18} />}
                acts={actsOf(folder)}
              />
            </CoverCard>
          </li>
        ))}
      </CardGrid>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {naming && (
        <NameDialog
          title={naming === 'new' ? '新建收藏夹' : '重命名收藏夹'}
          label="名称"
          action={naming === 'new' ? '新建' : '保存'}
          start={naming === 'new' ? '' : naming.name}
          longest={galleryLimits.folderNameLength}
          onSave={async (name) => {
            if (naming === 'new') await createFolder(name);
            else await editFolder(naming.id, { name });
            refresh();
          }}
          onClose={() => setNaming(undefined)}
        />
      )}
      {merging && (
        <MergeDialog
          folder={merging}
          others={data.filter(({ id }) => id !== merging.id)}
          onMerge={(into) => {
            setMerging(undefined);
            merge(merging, into);
          }}
          onClose={() => setMerging(undefined)}
        />
      )}
      <UndoBar undo={undo.undo} onUndo={() => void undo.takeBack()} onClose={undo.dismiss} />
    </>
  );
}
