import { imageUrl } from '../../../data/image';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { CloseIcon } from '../../../ui/icons';
import { Thumb } from '../../../ui/thumb';
import styles from './composer.css';
import type { DraftPicture } from './drafts';
import type { Waiting } from './use-attachments';

interface AttachmentStripProps {
  pictures: readonly DraftPicture[];
  waiting: readonly Waiting[];
  onRemove: (imageId: string) => void;
  onCancel: (id: number) => void;
  onRetry: (one: Waiting) => void;
}

/** Pictures beside the question, with those on their way. */
export function AttachmentStrip({ pictures, waiting, onRemove, onCancel, onRetry }: AttachmentStripProps) {
  if (pictures.length + waiting.length === 0) return null;
  return (
    <ul className={`flex flex-wrap gap-12 ${styles.strip}`} aria-label="附图">
      {pictures.map(({ imageId, title }) => (
        <li key={imageId}>
          <Thumb src={imageUrl(imageId, 160)} alt={title} isCropped />
          <IconButton size="small" isRound label={`移除 ${title}`} onClick={() => onRemove(imageId)}>
            <CloseIcon size={14} />
          </IconButton>
        </li>
      ))}
      {waiting.map((one) => (
        <li key={one.id} data-problem={one.problem ? true : undefined}>
          <Thumb src={one.preview} alt={one.file.name} isCropped />
          <IconButton size="small" isRound label={`移除 ${one.file.name}`} onClick={() => onCancel(one.id)}>
            <CloseIcon size={14} />
          </IconButton>
          {one.problem ? (
            <span role="alert" className={styles.note}>
              {one.problem}
              <Button look="text" onClick={() => onRetry(one)}>
                重试
              </Button>
            </span>
          ) : (
            <span className={styles.note}>
              {one.fraction === undefined ? '发送时上传' : `${Math.round(one.fraction * 100)}%`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
