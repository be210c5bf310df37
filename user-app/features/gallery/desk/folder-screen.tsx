import { type ReactNode, useState } from 'react';
import { formatDate, formatNumber } from '#shared/domain/format';
import { galleryLimits } from '#shared/domain/gallery';
import { downloadPictures, useDownloadWords } from '../../../data/gallery-downloads';
import {
  collectAgain,
  editFolder,
  mergeFolders,
  moveCollected,
  orderCollected,
  removeFolder,
  restoreFolder,
  uncollectPictures,
  useFolder,
} from '../../../data/gallery-folders';
import { readPictureIds } from '../../../data/gallery-rows';
import { copyText } from '../../../lib/copy-text';
import { history } from '../../../lib/router';
import { toast, toastFailure } from '../../../lib/toast';
import { useQueryWords } from '../../../lib/use-query-words';
import { AuthorLine } from '../../../ui/author-line';
import { Button, ButtonLink, buttonLook } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { ArrowRightIcon, CopyIcon, DownloadIcon, MinusIcon, MoreIcon, ShareIcon } from '../../../ui/icons';
import { Menu, type MenuAct } from '../../../ui/menu';
import { NameDialog } from '../../../ui/name-dialog';
import { RoomHead } from '../../../ui/room-head';
import { type Undo, UndoBar, useUndo } from '../../../ui/undo-bar';
import { Waiting } from '../../../ui/waiting';
import { openFolderPicker } from '../collect-store';
import { ArrangeDesk, type Chosen } from './arrange-desk';
import { inOldOrder } from './in-old-order';
import { PrivateSwitch } from './private-switch';

type CollectFolder = NonNullable<ReturnType<typeof useFolder>['data']>;

interface Offer {
  /** Shows that an action can be undone. */
  offer: (undo: Undo) => void;
}

interface FolderScreenProps {
  id: string;
  /** The grid of its pictures. */
  wall: ReactNode;
}

/** A folder of collected pictures, which its owner arranges. The last action can be undone even from another folder. */
export function FolderScreen({ id, wall }: FolderScreenProps) {
  const undo = useUndo();
  return (
    <>
      <Folder key={id} id={id} wall={wall} offer={undo.offer} />
      <UndoBar undo={undo.undo} onUndo={() => void undo.takeBack()} onClose={undo.dismiss} />
    </>
  );
}

const attempt = (act: () => Promise<unknown>) => void act().catch(toastFailure);

function Folder({ id, wall, offer }: FolderScreenProps & Offer) {
  const folder = useFolder(id);
  const [words, change] = useQueryWords('arrange');
  const [isNaming, setNaming] = useState(false);
  const [isRemoved, setRemoved] = useState(false);

  if (isRemoved)
    return (
      <EmptyState drawing="done" title="收藏夹已删除" text="里面的图仍在图库里。七天内可以恢复。" level={1}>
        <Button
          look="primary"
          onClick={() =>
            attempt(async () => {
              folder.mutate(await restoreFolder(id));
              setRemoved(false);
            })
          }
        >
          撤销删除
        </Button>
        <ButtonLink to="/casemineByCollect">我的收藏夹</ButtonLink>
      </EmptyState>
    );
  if (folder.error && !folder.data)
    return (
      <EmptyState drawing="lost" title="没有找到这个收藏夹" text={folder.error.message} level={1}>
        <ButtonLink to="/casemineByCollect">我的收藏夹</ButtonLink>
      </EmptyState>
    );
  if (!folder.data) return <Waiting label="正在读取收藏夹" rows={2} height={96} />;

  const { name, pictureCount, isOwn } = folder.data;
  const isArranging = isOwn && words.arrange !== '';
  return (
    <>
      <FolderHead
        folder={folder.data}
        isArranging={isArranging}
        onArrange={() => change({ arrange: isArranging ? '' : '1' })}
        onName={() => setNaming(true)}
        onPrivate={(isPrivate) => attempt(async () => folder.mutate(await editFolder(id, { isPrivate })))}
        menu={<FolderMenu folder={folder.data} offer={offer} onRemoved={() => setRemoved(true)} />}
      />
      {pictureCount === 0 ? (
        <EmptyFolder isOwn={isOwn} />
      ) : isArranging ? (
        <ArrangeDesk
          filter={{ folderId: id }}
          onOrder={(pictureId, before) => orderCollected(id, pictureId, before)}
          onChanged={folder.refresh}
          empty={<EmptyState drawing="wall" title="收藏夹是空的" />}
          acts={(chosen) => <FolderActs id={id} chosen={chosen} onChanged={folder.refresh} />}
        />
      ) : (
        wall
      )}
      {isNaming && (
        <NameDialog
          title="重命名收藏夹"
          label="名称"
          action="保存"
          start={name}
          longest={galleryLimits.folderNameLength}
          onSave={async (next) => {
            folder.mutate(await editFolder(id, { name: next }));
            offer({
              text: `已改名为「${next}」`,
              act: async () => folder.mutate(await editFolder(id, { name })),
            });
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

function EmptyFolder({ isOwn }: { isOwn: boolean }) {
  return (
    <EmptyState
      drawing="wall"
      title="收藏夹是空的"
      text={isOwn ? '在图库里点收藏，图就会放到这里。' : '主人收藏图片后会出现在这里。'}
    >
      <ButtonLink to="/tupianHome" look="primary">
        去图库看看
      </ButtonLink>
    </EmptyState>
  );
}

interface FolderHeadProps {
  folder: CollectFolder;
  isArranging: boolean;
  onArrange: () => void;
  onName: () => void;
  onPrivate: (isPrivate: boolean) => void;
  menu: ReactNode;
}

function FolderHead({ folder, isArranging, onArrange, onName, onPrivate, menu }: FolderHeadProps) {
  const { name, pictureCount, isPrivate, isOwn, owner, updatedAt } = folder;
  return (
    <RoomHead
      title={name}
      author={!isOwn && <AuthorLine author={owner} size="small" />}
      figures={
        <>
          <span>{formatNumber(pictureCount)} 张</span>
          <span>{formatDate(updatedAt)} 更新</span>
          {isOwn && <PrivateSwitch isPrivate={isPrivate} onChange={onPrivate} />}
        </>
      }
      acts={
        isOwn && (
          <>
            <Button aria-pressed={isArranging} disabled={pictureCount === 0} onClick={onArrange}>
              {isArranging ? '完成' : '整理'}
            </Button>
            <Button onClick={onName}>重命名</Button>
            {menu}
          </>
        )
      }
    />
  );
}

function FolderMenu({ folder, offer, onRemoved }: { folder: CollectFolder; onRemoved: () => void } & Offer) {
  const { id, isPrivate, isDefault, pictureCount } = folder;
  const downloadWords = useDownloadWords('下载全部');
  const acts: MenuAct[] = [
    {
      label: downloadWords,
      icon: <DownloadIcon size={16} />,
      isDisabled: pictureCount === 0,
      act: () => attempt(async () => downloadPictures(await readPictureIds({ folderId: id }))),
    },
    {
      label: '复制地址',
      icon: <ShareIcon size={16} />,
      isDisabled: isPrivate,
      act: () => void copyText(`${window.location.origin}/insHomeByCollect/${id}`, '地址已复制'),
    },
    ...(isDefault
      ? []
      : [
          { label: '并入另一个收藏夹', icon: <ArrowRightIcon size={16} />, act: () => mergeIntoAnother(folder, offer) },
          {
            label: '删除收藏夹',
            note: '七天内可恢复',
            icon: <MinusIcon size={16} />,
            act: () =>
              attempt(async () => {
                await removeFolder(id);
                onRemoved();
              }),
          },
        ]),
  ];
  return <Menu label="更多" align="end" triggerClassName={buttonLook()} trigger={<MoreIcon size={18} />} acts={acts} />;
}

function mergeIntoAnother({ id, name }: CollectFolder, offer: (undo: Undo) => void): void {
  openFolderPicker({
    pictureIds: [],
    title: `把「${name}」并入`,
    onChoose: (into) =>
      attempt(async () => {
        if (into.id === id) {
          toast.info('请选另一个收藏夹');
          return;
        }
        const separate = await mergeFolders(id, into.id);
        history.push(`/insHomeByCollect/${into.id}`);
        offer({
          text: `「${name}」已并入「${into.name}」，重复的只留一张`,
          act: async () => {
            await separate();
            history.push(`/insHomeByCollect/${id}`);
          },
        });
      }),
  });
}

/** Moves, copies and takes out what is chosen. */
function FolderActs({ id, chosen, onChanged }: { id: string; chosen: Chosen; onChanged: () => void }) {
  const { ids, isBusy, takeOut, attempt } = chosen;
  const move = () =>
    openFolderPicker({
      pictureIds: ids,
      title: `移动 ${ids.length} 张到`,
      onChoose: (to) =>
        takeOut(`已移动 ${ids.length} 张到「${to.name}」`, async () => {
          await moveCollected(id, ids, to.id, false);
          return async () => {
            await moveCollected(to.id, ids, id, false);
          };
        }),
    });
  const copy = () =>
    openFolderPicker({
      pictureIds: ids,
      title: `复制 ${ids.length} 张到`,
      onChoose: (to) =>
        attempt(async () => {
          await moveCollected(id, ids, to.id, true);
          toast.success(`已复制 ${ids.length} 张到「${to.name}」`);
          onChanged();
        }),
    });
  const out = () =>
    takeOut(`已取出 ${ids.length} 张`, async () => {
      const order = await readPictureIds({ folderId: id });
      const taken = await uncollectPictures(ids, id);
      return async () => {
        await collectAgain(taken);
        await inOldOrder(ids, order, (pictureId, before) => orderCollected(id, pictureId, before));
      };
    });
  return (
    <>
      <Button look="quiet" disabled={isBusy} onClick={move}>
        <ArrowRightIcon size={16} />
        <span>移动到</span>
      </Button>
      <Button look="quiet" disabled={isBusy} onClick={copy}>
        <CopyIcon size={16} />
        <span>复制到</span>
      </Button>
      <Button look="quiet" disabled={isBusy} onClick={out}>
        <MinusIcon size={16} />
        <span>取出</span>
      </Button>
    </>
  );
}
