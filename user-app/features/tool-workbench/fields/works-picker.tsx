import { useState } from 'react';
import { imageUrl } from '@/data/image';
import { useMyWorks } from '@/data/task-list';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ThumbButton } from '@/ui/thumb';
import styles from './pictures.css';

interface WorksPickerProps {
  /** Pictures that may be picked at once; with one, a press on it is enough. */
  most?: number;
  onPick: (imageIds: readonly string[]) => void;
  onClose: () => void;
}

/** Chooses a picture, or several, among my finished works. */
export default function WorksPicker({ most = 1, onPick, onClose }: WorksPickerProps) {
  const { rows: works, hasMore, isLoading, error, loadMore } = useMyWorks();
  const [picked, setPicked] = useState<readonly string[]>([]);

  const pick = (imageId: string) => {
    if (most === 1) onPick([imageId]);
    else if (picked.includes(imageId)) setPicked(picked.filter((other) => other !== imageId));
    else setPicked([...picked, imageId]);
  };
  const pictures = works?.flatMap((task) => task.images) ?? [];
  const isEmpty = works !== undefined && pictures.length === 0;
  return (
    <Dialog title="从我的作品选" size="wide" onClose={onClose}>
      {error && <p role="alert">{error.message}</p>}
      {isEmpty && <p className={styles.facts}>还没有作品。先用任意工具生成一张，之后就能在这里选到它。</p>}
      {!works && !error && <p className={styles.facts}>正在读取</p>}
      <div className={`grid gap-8 ${styles.works}`}>
        {pictures.map((image) => (
          <ThumbButton
            key={image.imageId}
            className={styles.work}
            label={`选这张，${image.width} × ${image.height}`}
            picture={{ src: imageUrl(image.imageId, 320), mainColor: image.mainColor }}
            {...(most > 1 && { 'aria-pressed': picked.includes(image.imageId) })}
            disabled={picked.length >= most && !picked.includes(image.imageId)}
            onClick={() => pick(image.imageId)}
          />
        ))}
      </div>
      {hasMore && (
        <Button look="text" disabled={isLoading} onClick={loadMore}>
          更多作品
        </Button>
      )}
      {most > 1 && pictures.length > 0 && (
        <div className={`row sticky justify-between gap-12 bg-surface text-13 tabular ${styles.pickBar}`}>
          <span>
            已选 {picked.length} 张，最多 {most} 张
          </span>
          <Button look="primary" disabled={picked.length === 0} onClick={() => onPick(picked)}>
            加入
          </Button>
        </div>
      )}
    </Dialog>
  );
}
