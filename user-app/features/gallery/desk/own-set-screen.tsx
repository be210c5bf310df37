import { type ReactNode, useState } from 'react';
import type { ImageSet } from '#shared/contract/gallery-set';
import { formatDate, formatNumber } from '#shared/domain/format';
import { downloadPictures, useDownloadWords } from '../../../data/gallery-downloads';
import { readPictureIds } from '../../../data/gallery-rows';
import {
  addToImageSet,
  editImageSet,
  moveInImageSet,
  removeImageSet,
  restoreImageSet,
  takeFromImageSet,
  useImageSet,
} from '../../../data/gallery-sets';
import { copyText } from '../../../lib/copy-text';
import { Navigate } from '../../../lib/router';
import { toast, toastFailure } from '../../../lib/toast';
import { useQueryWords } from '../../../lib/use-query-words';
import { Button, ButtonLink, buttonLook } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { DownloadIcon, MinusIcon, MoreIcon, PlusIcon, ShareIcon, WallIcon } from '../../../ui/icons';
import { Menu } from '../../../ui/menu';
import { RoomHead } from '../../../ui/room-head';
import { Waiting } from '../../../ui/waiting';
import { AddPicturesDialog } from './add-pictures-dialog';
import { ArrangeDesk, type Chosen } from './arrange-desk';
import { inOldOrder } from './in-old-order';
import { PrivateSwitch } from './private-switch';
import { SetFormDialog } from './set-form-dialog';

const attempt = (act: () => Promise<unknown>) => void act().catch(toastFailure);

/**
 * Page of an image set. The owner can edit it, add pictures and reorder them; others see the public view.
 * @param wall the grid of its pictures
 */
export function OwnSetScreen({ id, wall }: { id: string; wall: ReactNode }) {
  const set = useImageSet(id);
  const [words, change] = useQueryWords('arrange');
  const [open, setOpen] = useState<'form' | 'add'>();
  const [isRemoved, setRemoved] = useState(false);
  /** Number of changes; each has the wall read again. */
  const [version, setVersion] = useState(0);
  const changed = () => {
    set.refresh();
    setVersion((version) => version + 1);
  };

  if (isRemoved)
    return (
      <EmptyState drawing="done" title="图集已删除" text="图片仍在图库里。七天内可以恢复这个图集。" level={1}>
        <Button
          look="primary"
          onClick={() =>
            attempt(async () => {
              set.mutate(await restoreImageSet(id));
              setRemoved(false);
            })
          }
        >
          撤销删除
        </Button>
        <ButtonLink to="/casemineByCreate">我的图集</ButtonLink>
      </EmptyState>
    );
  if (set.error && !set.data)
    return (
      <EmptyState drawing="lost" title="没有找到这个图集" text={set.error.message} level={1}>
        <ButtonLink to="/casemineByCreate">我的图集</ButtonLink>
      </EmptyState>
    );
  if (!set.data) return <Waiting label="正在读取图集" rows={2} height={96} />;
  const { data } = set;
  if (!data.isOwn) return <Navigate to={`/authorInspirationhome/${id}`} replace />;
  const isArranging = words.arrange !== '';
  const edit = (values: Parameters<typeof editImageSet>[1]) =>
    attempt(async () => set.mutate(await editImageSet(id, values)));
  const remove = () =>
    attempt(async () => {
      await removeImageSet(id);
      setRemoved(true);
    });

  return (
    <>
      <OwnSetHead
        set={data}
        isArranging={isArranging}
        onArrange={() => change({ arrange: isArranging ? '' : '1' })}
        onPrivate={(isPrivate) => edit({ isPrivate })}
        onOpen={setOpen}
        onRemove={remove}
      />
      {data.pictureCount === 0 ? (
        <EmptyState
          drawing="wall"
          title="图集里还没有图片"
          text="从收藏和自己的图片里选，或在图库里看到喜欢的再放进来。"
        >
          <Button look="primary" onClick={() => setOpen('add')}>
            添加图片
          </Button>
          <ButtonLink to="/tupianHome">去图库看看</ButtonLink>
        </EmptyState>
      ) : isArranging ? (
        <ArrangeDesk
          key={version === 0 ? 'first' : 'again'}
          filter={{ imageSetId: id }}
          onOrder={(pictureId, before) => moveInImageSet(id, pictureId, before)}
          onChanged={set.refresh}
          empty={<EmptyState drawing="wall" title="图集里还没有图片" />}
          acts={(chosen) => <SetActs id={id} chosen={chosen} onCover={set.mutate} />}
        />
      ) : (
        <div key={version}>{wall}</div>
      )}
      {open === 'form' && (
        <SetFormDialog
          title="编辑图集"
          action="保存"
          start={data}
          onSave={async (values) => set.mutate(await editImageSet(id, values))}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'add' && (
        <AddPicturesDialog
          onAdd={async (ids) => {
            await addToImageSet(id, ids);
            changed();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface SetActsProps {
  id: string;
  chosen: Chosen;
  onCover: (set: ImageSet) => void;
}

/** Makes the chosen picture the cover, and takes chosen ones out. */
function SetActs({ id, chosen: { ids, isBusy, attempt, takeOut }, onCover }: SetActsProps) {
  return (
    <>
      {ids.length === 1 && (
        <Button
          look="quiet"
          disabled={isBusy}
          onClick={() =>
            attempt(async () => {
              onCover(await editImageSet(id, { coverPictureId: ids[0] ?? null }));
              toast.success('已设为封面');
            })
          }
        >
          <WallIcon size={16} />
          <span>设为封面</span>
        </Button>
      )}
      <Button
        look="quiet"
        disabled={isBusy}
        onClick={() =>
          takeOut(`已取出 ${ids.length} 张`, async () => {
            const order = await readPictureIds({ imageSetId: id });
            await takeFromImageSet(id, ids);
            return async () => {
              await addToImageSet(id, ids);
              await inOldOrder(ids, order, (pictureId, before) => moveInImageSet(id, pictureId, before));
            };
          })
        }
      >
        <MinusIcon size={16} />
        <span>取出</span>
      </Button>
    </>
  );
}

interface OwnSetHeadProps {
  set: ImageSet;
  isArranging: boolean;
  onArrange: () => void;
  onPrivate: (isPrivate: boolean) => void;
  onOpen: (dialog: 'form' | 'add') => void;
  onRemove: () => void;
}

function OwnSetHead({ set, isArranging, onArrange, onPrivate, onOpen, onRemove }: OwnSetHeadProps) {
  const downloadWords = useDownloadWords('下载全部');
  const { id, title, description, pictureCount, collectCount, updatedAt, isPrivate } = set;
  const download = () => void readPictureIds({ imageSetId: id }).then(downloadPictures).catch(toastFailure);
  return (
    <RoomHead
      title={title}
      description={description}
      figures={
        <>
          <span>{formatNumber(pictureCount)} 张</span>
          <span>{formatNumber(collectCount)} 人收藏</span>
          <span>{formatDate(updatedAt)} 更新</span>
          <PrivateSwitch isPrivate={isPrivate} onChange={onPrivate} />
        </>
      }
      acts={
        <>
          <Button look="primary" onClick={() => onOpen('add')}>
            <PlusIcon size={16} />
            添加图片
          </Button>
          <Button aria-pressed={isArranging} disabled={pictureCount === 0} onClick={onArrange}>
            {isArranging ? '完成' : '整理'}
          </Button>
          <Button onClick={() => onOpen('form')}>编辑信息</Button>
          <Menu
            label="更多"
            align="end"
            triggerClassName={buttonLook()}
            trigger={<MoreIcon size={18} />}
            acts={[
              { label: downloadWords, icon: <DownloadIcon size={16} />, isDisabled: pictureCount === 0, act: download },
              {
                label: '复制公开地址',
                icon: <ShareIcon size={16} />,
                isDisabled: isPrivate,
                act: () => void copyText(`${window.location.origin}/authorInspirationhome/${id}`, '地址已复制'),
              },
              { label: '删除图集', note: '七天内可恢复', icon: <MinusIcon size={16} />, act: onRemove },
            ]}
          />
        </>
      }
    />
  );
}
