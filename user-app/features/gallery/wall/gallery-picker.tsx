import { useEffect, useRef, useState } from 'react';
import type { PictureFilters } from '#shared/contract/gallery-picture';
import { type GalleryKind, galleryKinds, galleryKindWords } from '#shared/domain/gallery';
import { knownPicture } from '../../../data/gallery-pictures';
import { forgetListsOf } from '../../../data/gallery-shelf';
import { useCurrentUser } from '../../../data/user';
import type { PicturePickerProps } from '../../../lib/picture-picker';
import { Button } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { Dialog } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import { Input } from '../../../ui/input';
import { Segments } from '../../../ui/segments';
import styles from './gallery-picker.css';
import { PictureWall } from './picture-wall';

const restMs = 250;

/** Whose pictures are offered. */
const shelves = [
  ['all', '全部'],
  ['collected', '我的收藏'],
  ['own', '我发布的'],
] as const;
type Shelf = (typeof shelves)[number][0];
const shelfFilters: Record<Shelf, Partial<PictureFilters>> = {
  all: {},
  collected: { isCollected: true },
  own: { isOwn: true },
};

const emptyTitles = { collected: '还没有收藏图片', own: '还没有发布图片' };

/** Picks a picture of the gallery, or several. */
export default function GalleryPicker({ most, onPick, onClose }: PicturePickerProps) {
  const [text, setText] = useState('');
  const [keyword, setKeyword] = useState('');
  const [kind, setKind] = useState<GalleryKind>();
  const [shelf, setShelf] = useState<Shelf>('all');
  const { user } = useCurrentUser();
  const isNarrowed = keyword !== '' || kind !== undefined;
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [isComposing, setComposing] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isComposing) return;
    const timer = window.setTimeout(setKeyword, restMs, text.trim());
    return () => window.clearTimeout(timer);
  }, [text, isComposing]);

  const turnTo = (next: Shelf) => {
    // One's own lists may have changed since they were read for another field.
    for (const filter of Object.keys(shelfFilters[next])) forgetListsOf(filter);
    setShelf(next);
  };
  const take = (chosen: ReadonlySet<number>) => {
    const imageIds = [...chosen].flatMap((id) => knownPicture(id)?.imageId ?? []);
    if (imageIds.length > 0) onPick(imageIds);
  };
  const choose = (chosen: ReadonlySet<number>) => {
    if (most === 1) take(chosen);
    else if (chosen.size <= most) setIds(chosen);
  };
  const picks = most > 1 && (
    <Button look="primary" disabled={ids.size === 0} onClick={() => take(ids)}>
      加入 {ids.size} 张（最多 {most} 张）
    </Button>
  );

  return (
    <Dialog title="从灵感图库选" size="wide" onClose={onClose} actions={picks}>
      <div className={`flex flex-wrap gap-8 mb-12 ${styles.ask}`}>
        <Input
          aria-label="搜索图库"
          placeholder="搜索图片"
          maxLength={60}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
        {user && <Segments label="从哪里选" options={shelves} value={shelf} onChange={turnTo} />}
        <div className="flex flex-wrap gap-4" role="group" aria-label="种类">
          {[undefined, ...galleryKinds].map((one) => (
            <Chip key={one ?? 'all'} aria-pressed={kind === one} onClick={() => setKind(one)}>
              {one ? galleryKindWords[one] : '全部'}
            </Chip>
          ))}
        </div>
      </div>
      <div ref={scroller} className={`overflow-y-auto ${styles.scroller}`}>
        <PictureWall
          filters={{ ...shelfFilters[shelf], ...(keyword ? { keyword } : {}), ...(kind ? { kind: [kind] } : {}) }}
          selection={{ ids, onChange: choose }}
          scroller={scroller}
          empty={
            isNarrowed || shelf === 'all' ? (
              <EmptyState drawing="wall" title="没有找到图片" text="换个词，或者换个种类。" level={3} />
            ) : (
              <EmptyState drawing="wall" title={emptyTitles[shelf]} text="可以先从全部图片里选。" level={3} />
            )
          }
        />
      </div>
    </Dialog>
  );
}
