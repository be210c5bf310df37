import { useEffect } from 'react';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { categoryNames } from '#shared/domain/category-tree';
import { formatDate } from '#shared/domain/format';
import { pictureStateWords } from '#shared/domain/gallery';
import { useCategories } from '../../../data/category';
import { editPicture, removePicture, restorePicture, useOwnPage, usePictureDetail } from '../../../data/gallery-rows';
import { galleryImageUrl } from '../../../lib/image-url';
import { setProductState, startState, useProductState } from '../../../lib/product-state';
import { Link } from '../../../lib/router';
import { toast, toastFailure } from '../../../lib/toast';
import { useQueryWords } from '../../../lib/use-query-words';
import { Button, ButtonLink } from '../../../ui/button';
import { CategorySelect } from '../../../ui/category-select';
import { EmptyState } from '../../../ui/empty-state';
import { FilterRow } from '../../../ui/filter-row';
import { iconButtonLook } from '../../../ui/icon-button';
import { MoreIcon } from '../../../ui/icons';
import { Menu } from '../../../ui/menu';
import { Thumb } from '../../../ui/thumb';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import { Waiting } from '../../../ui/waiting';
import styles from './people.css';

const perPage = 24;

/**
 * One's own published pictures, all or of a category, page by page, with their review states. The page number stands in
 * the address, where tracking reads it.
 */
export function OwnPictures({ onOpen }: { onOpen: (picture: GalleryPicture) => void }) {
  const [words, change] = useQueryWords('page', 'category');
  const { data: categories = [] } = useCategories();
  const key = useProductState('active_mine_key');
  const chosenKey = categoryNames(categories, words.category).at(-1) ?? startState.active_mine_key;
  useEffect(() => setProductState({ active_mine_key: chosenKey }), [chosenKey]);
  const page = /^[1-9]\d{0,3}$/.test(words.page) ? Number(words.page) : 1;
  const list = useOwnPage(page, perPage, words.category);
  const undo = useUndo();
  const { data, error, refresh } = list;
  if (!data)
    return error ? (
      <EmptyState drawing="broken" title="图片没有读到" text={error.message}>
        <Button onClick={refresh}>重试</Button>
      </EmptyState>
    ) : (
      <Waiting label="正在读取图片" rows={2} height={220} />
    );
  if (data.total === 0 && words.category === '')
    return (
      <EmptyState
        drawing="sheet"
        title="还没有发布图片"
        text="在工具的结果或“作品”里点「发布到图库」，审核通过后公开。"
      >
        <ButtonLink to="/aiDesignMangement" look="primary">
          从作品里选
        </ButtonLink>
      </EmptyState>
    );
  const pages = Math.max(1, Math.ceil(data.total / perPage));
  const remove = async (picture: GalleryPicture) => {
    await removePicture(picture.id);
    refresh();
    undo.offer({
      text: `已从图库移除「${picture.title}」，作品不受影响`,
      act: async () => {
        await restorePicture(picture.id);
        refresh();
      },
    });
  };
  const setPrivate = async ({ id }: GalleryPicture, isPrivate: boolean) => {
    await editPicture(id, { isPrivate });
    toast.success(isPrivate ? '仅自己可见' : '已提交，审核通过后公开');
    refresh();
  };
  return (
    <>
      <FilterRow label="筛选我的图片">
        <CategorySelect
          label="分类"
          isLabelHidden
          none={startState.active_mine_key}
          roots={categories}
          value={words.category}
          onChange={(category) => change({ category, page: '' })}
        />
      </FilterRow>
      {data.total === 0 && (
        <EmptyState drawing="lost" title={`「${key}」里还没有我的图片`} text="换一个分类，或者看全部。">
          <Button onClick={() => change({ category: '', page: '' })}>看全部</Button>
        </EmptyState>
      )}
      <ul className={`grid ${styles.own}`} aria-label="我发布的图片">
        {data.list.map((picture) => (
          <li key={picture.id}>
            <OwnPicture
              picture={picture}
              onOpen={() => onOpen(picture)}
              onRemove={() => void remove(picture).catch(toastFailure)}
              onPrivate={(isPrivate) => void setPrivate(picture, isPrivate).catch(toastFailure)}
            />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav className={`row justify-center gap-12 text-second tabular ${styles.pages}`} aria-label="翻页">
          <Button disabled={page <= 1} onClick={() => change({ page: page === 2 ? '' : String(page - 1) })}>
            上一页
          </Button>
          <span>
            第 {page} / {pages} 页
          </span>
          <Button disabled={page >= pages} onClick={() => change({ page: String(page + 1) })}>
            下一页
          </Button>
        </nav>
      )}
      <UndoBar undo={undo.undo} onUndo={() => void undo.takeBack()} onClose={undo.dismiss} />
    </>
  );
}

interface OwnPictureProps {
  picture: GalleryPicture;
  onOpen: () => void;
  onRemove: () => void;
  onPrivate: (isPrivate: boolean) => void;
}

function OwnPicture({ picture, onOpen, onRemove, onPrivate }: OwnPictureProps) {
  const { id, imageId, title, width, height, mainColor, state, createdAt } = picture;
  const isRejected = state === 'rejected';
  const detail = usePictureDetail(id, isRejected);
  const isPrivate = state === 'private';
  return (
    <article>
      <Link
        to={`#picture-${id}`}
        aria-label={title}
        onClick={(event) => {
          event.preventDefault();
          onOpen();
        }}
      >
        <Thumb src={galleryImageUrl(imageId)} alt="" width={width} height={height} mainColor={mainColor} />
      </Link>
      <div className={styles.line}>
        <span className="truncate" title={title}>
          {title}
        </span>
        <Menu
          label={`「${title}」的操作`}
          align="end"
          triggerClassName={iconButtonLook('small')}
          trigger={<MoreIcon size={18} />}
          acts={[
            isRejected
              ? { label: '再次提交审核', act: () => onPrivate(false) }
              : { label: isPrivate ? '公开（要审核）' : '设为仅自己可见', act: () => onPrivate(!isPrivate) },
            { label: '从图库移除', note: '七天内可恢复', act: onRemove },
          ]}
        />
      </div>
      <span className={styles.line}>
        <span className={`inline-flex items-center gap-8 text-second text-13 ${styles.state}`} data-state={state}>
          {pictureStateWords[state]}
        </span>
        <small className="tabular">{formatDate(createdAt)}</small>
      </span>
      {isRejected && detail.data?.rejectedBecause && (
        <p className="text-danger text-13">原因：{detail.data.rejectedBecause}</p>
      )}
    </article>
  );
}
