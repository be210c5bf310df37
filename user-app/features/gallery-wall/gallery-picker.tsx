import { useEffect, useRef, useState } from 'react';
import { type GalleryKind, galleryKinds, galleryKindWords } from '#shared/domain/gallery';
import { knownPicture } from '../../data/gallery-pictures';
import type { PicturePickerProps } from '../../lib/picture-picker';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Dialog } from '../../ui/dialog';
import { EmptyState } from '../../ui/empty-state';
import { Input } from '../../ui/input';
import styles from './gallery-picker.css';
import { PictureWall } from './picture-wall';

const restMs = 250;

/** Picks a picture of the gallery, or several. */
export default function GalleryPicker({ most, onPick, onClose }: PicturePickerProps) {
  const [text, setText] = useState('');
  const [keyword, setKeyword] = useState('');
  const [kind, setKind] = useState<GalleryKind>();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [isComposing, setComposing] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isComposing) return;
    const timer = window.setTimeout(setKeyword, restMs, text.trim());
    return () => window.clearTimeout(timer);
  }, [text, isComposing]);

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
      <div className={styles.ask}>
        <Input
          aria-label="搜索图库"
          placeholder="搜索图片"
          maxLength={60}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
        <div className={styles.kinds} role="group" aria-label="种类">
          {[undefined, ...galleryKinds].map((one) => (
            <Chip key={one ?? 'all'} aria-pressed={kind === one} onClick={() => setKind(one)}>
              {one ? galleryKindWords[one] : '全部'}
            </Chip>
          ))}
        </div>
      </div>
      <div ref={scroller} className={styles.scroller}>
        <PictureWall
          filters={{ ...(keyword ? { keyword } : {}), ...(kind ? { kind: [kind] } : {}) }}
          selection={{ ids, onChange: choose }}
          scroller={scroller}
          empty={<EmptyState drawing="wall" title="没有找到图片" text="换个词，或者换个种类。" level={3} />}
        />
      </div>
    </Dialog>
  );
}
