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
import { type Undo, UndoBar, useUndo } from '../../../ui/undo-bar';
import { Waiting } from '../../../ui/waiting';
import styles from './folder-grid.css';
import { LockIcon, MergeIcon } from './icons';
import { MergeDialog } from './merge-dialog';

/** The drop target of a dragged folder: beside another one, or into it. */
interface Target {
  id: string;
  side: 'before' | 'into' | 'after';
}

/** Folders of the account: dragged into an order or into one another; the menu of each does the same without a pointer. */
export function FolderGrid() {
  const { data, error, refresh, mutate } = useFolders(true);
  if (data) return <Folders folders={data} refresh={refresh} mutate={mutate} />;
  return error ? (
    <EmptyState drawing="broken" title="收藏夹没有读到" text={error.message}>
      <Button onClick={refresh}>重试</Button>
    </EmptyState>
  ) : (
    <Waiting label="正在读取收藏夹" rows={2} height={220} />
  );
}

interface FoldersProps {
  folders: readonly OwnFolder[];
  refresh: () => void;
  mutate: (folders: OwnFolder[]) => void;
}

function Folders(props: FoldersProps) {
  const { folders, refresh } = props;
  const [naming, setNaming] = useState<OwnFolder | 'new'>();
  const [merging, setMerging] = useState<OwnFolder>();
  const undo = useUndo();
  const acts = useFolderActs(props, undo.offer);
  const drag = useFolderDrag(folders, acts);

  return (
    <>
      <div className="row flex-wrap justify-between gap-8-16 mb-16 text-second text-13">
        <p>拖动收藏夹调整顺序，拖到另一个上面就是合并。</p>
        <Button onClick={() => setNaming('new')}>
          <PlusIcon size={16} />
          新建收藏夹
        </Button>
      </div>
      <CardGrid label="收藏夹">
        {folders.map((folder) => (
          <FolderCard
            key={folder.id}
            folder={folder}
            acts={acts}
            drag={drag}
            onName={() => setNaming(folder)}
            onMerge={() => setMerging(folder)}
          />
        ))}
      </CardGrid>
      <p role="status" className="visually-hidden">
        {acts.said}
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
          others={folders.filter(({ id }) => id !== merging.id)}
          onMerge={(into) => {
            setMerging(undefined);
            acts.merge(merging, into);
          }}
          onClose={() => setMerging(undefined)}
        />
      )}
      <UndoBar undo={undo.undo} onUndo={() => void undo.takeBack()} onClose={undo.dismiss} />
    </>
  );
}

type FolderActs = ReturnType<typeof useFolderActs>;

/** Order, privacy, merging and deletion of folders. */
function useFolderActs({ folders, refresh, mutate }: FoldersProps, offer: (undo: Undo) => void) {
  const [said, setSaid] = useState('');
  const attempt = (act: () => Promise<unknown>) =>
    void act().catch((failure: unknown) => {
      toastFailure(failure);
      refresh();
    });
  const movable = folders.filter(({ isDefault }) => !isDefault);
  const order = (id: string, index: number) => {
    const folder = movable.find((folder) => folder.id === id);
    const rest = movable.filter((folder) => folder.id !== id);
    if (!folder || index < 0 || index > rest.length) return;
    const before = rest[index]?.id ?? null;
    mutate([...folders.filter(({ isDefault }) => isDefault), ...rest.toSpliced(index, 0, folder)]);
    setSaid(`「${folder.name}」已移到第 ${index + 1} 个`);
    attempt(() => editFolder(id, { before }));
  };
  const merge = (from: OwnFolder, into: OwnFolder) =>
    attempt(async () => {
      const separate = await mergeFolders(from.id, into.id);
      refresh();
      offer({
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
      mutate(folders.filter(({ id }) => id !== folder.id));
      offer({
        text: `已删除「${folder.name}」`,
        act: async () => {
          await restoreFolder(folder.id);
          refresh();
        },
      });
    });
  const togglePrivate = (folder: OwnFolder) =>
    attempt(async () => {
      await editFolder(folder.id, { isPrivate: !folder.isPrivate });
      refresh();
    });
  return {
    /** The folders that have an order among themselves: all but the default one. */
    movable,
    /** The last change of the order, for screen readers. */
    said,
    order,
    merge,
    remove,
    togglePrivate,
  };
}

type FolderDrag = ReturnType<typeof useFolderDrag>;

/** Dragging a folder between two others, or into one. */
function useFolderDrag(folders: readonly OwnFolder[], acts: FolderActs) {
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const over = (event: DragEvent, folder: OwnFolder) => {
    if (dragged === undefined || dragged === folder.id) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const side = folder.isDefault || (share > 0.3 && share < 0.7) ? 'into' : share <= 0.3 ? 'before' : 'after';
    if (target?.id !== folder.id || target.side !== side) setTarget({ id: folder.id, side });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const from = folders.find(({ id }) => id === dragged);
    const onto = folders.find(({ id }) => id === target?.id);
    setDragged(undefined);
    setTarget(undefined);
    if (!from || !onto || !target) return;
    if (target.side === 'into') {
      acts.merge(from, onto);
      return;
    }
    const rest = acts.movable.filter(({ id }) => id !== from.id);
    acts.order(from.id, rest.findIndex(({ id }) => id === onto.id) + (target.side === 'after' ? 1 : 0));
  };
  const end = () => {
    setDragged(undefined);
    setTarget(undefined);
  };
  return { dragged, target, start: setDragged, over, drop, end };
}

interface FolderCardProps {
  folder: OwnFolder;
  acts: FolderActs;
  drag: FolderDrag;
  onName: () => void;
  onMerge: () => void;
}

function FolderCard({ folder, acts, drag, onName, onMerge }: FolderCardProps) {
  const byKey = (event: KeyboardEvent) => {
    if (!event.altKey || folder.isDefault) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    acts.order(folder.id, acts.movable.indexOf(folder) + step);
  };

  return (
    <li
      className={`relative ${styles.folder}`}
      draggable={!folder.isDefault}
      data-drop={drag.target?.id === folder.id ? drag.target.side : undefined}
      data-dragged={drag.dragged === folder.id || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', folder.id);
        drag.start(folder.id);
      }}
      onDragOver={(event) => drag.over(event, folder)}
      onDrop={drag.drop}
      onDragEnd={drag.end}
      onKeyDown={byKey}
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
          acts={menuOf({ folder, acts, onName, onMerge })}
        />
      </CoverCard>
    </li>
  );
}

function menuOf({ folder, acts, onName, onMerge }: Omit<FolderCardProps, 'drag'>): MenuAct[] {
  const at = acts.movable.indexOf(folder);
  return [
    { label: '重命名', act: onName },
    {
      label: folder.isPrivate ? '设为公开' : '设为仅自己可见',
      icon: <LockIcon size={16} />,
      act: () => acts.togglePrivate(folder),
    },
    ...(folder.isDefault
      ? []
      : [
          {
            label: '前移',
            icon: <ArrowLeftIcon size={16} />,
            note: 'Alt + ←',
            isDisabled: at === 0,
            act: () => acts.order(folder.id, at - 1),
          },
          {
            label: '后移',
            icon: <ArrowRightIcon size={16} />,
            note: 'Alt + →',
            isDisabled: at === acts.movable.length - 1,
            act: () => acts.order(folder.id, at + 1),
          },
          { label: '并入…', icon: <MergeIcon size={16} />, act: onMerge },
          { label: '删除', icon: <TrashIcon size={16} />, note: '七天内可恢复', act: () => acts.remove(folder) },
        ]),
  ];
}
