import { useState } from 'react';
import type { ChatPicture } from '#shared/contract/chat';
import { imageUrl } from '../../../data/image';
import { Link } from '../../../lib/router';
import { Dialog } from '../../../ui/dialog';
import { Thumb, ThumbButton } from '../../../ui/thumb';
import styles from './thread.css';

/** Address of a work's page. */
const workPath = (taskId: string) => `/aiDesignMangement#${encodeURIComponent(taskId)}`;

/** Pictures of the account: results open among the works, others by themselves. */
export function PictureStrip({ label, pictures }: { label: string; pictures: readonly ChatPicture[] }) {
  const [open, setOpen] = useState<ChatPicture>();
  if (pictures.length === 0) return null;
  return (
    <ul className={`flex flex-wrap gap-8 mt-12 ${styles.pictures}`} aria-label={label}>
      {pictures.map((picture) => {
        const { imageId, taskId, width, height, url } = picture;
        const title = picture.title || label;
        const size = { width, height };
        if (url === null) {
          return (
            <li key={imageId} className={styles.gone}>
              图片已被删除
            </li>
          );
        }
        const src = imageUrl(imageId, 320);
        return (
          <li key={imageId} style={{ aspectRatio: `${width || 4} / ${height || 3}` }}>
            {taskId ? (
              <Link to={workPath(taskId)} aria-label={`打开作品：${title}`}>
                <Thumb src={src} alt="" {...size} />
              </Link>
            ) : (
              <ThumbButton label={`看大图：${title}`} picture={{ src, ...size }} onClick={() => setOpen(picture)} />
            )}
          </li>
        );
      })}
      {open && (
        <Dialog title={open.title || label} size="wide" onClose={() => setOpen(undefined)}>
          <Thumb
            src={imageUrl(open.imageId, 1280)}
            alt={open.title || label}
            width={open.width}
            height={open.height}
            className={styles.large}
          />
        </Dialog>
      )}
    </ul>
  );
}
