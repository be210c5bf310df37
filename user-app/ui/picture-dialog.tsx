import { useEffect, useRef } from 'react';
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from './icons';
import styles from './picture-dialog.css';

export interface DialogPicture {
  id: string;
  src: string;
  title: string;
  /** Pixels. */
  width: number;
  height: number;
}

export interface PictureDialogProps {
  pictures: readonly DialogPicture[];
  /** Undefined while closed. */
  openId: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** One picture on near-black ground, whole and unstretched; arrow keys go through the others, Escape closes. */
export function PictureDialog({ pictures, openId, onChange }: PictureDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const index = pictures.findIndex((picture) => picture.id === openId);
  const picture = pictures[index];

  useEffect(() => {
    if (picture && !dialog.current?.open) dialog.current?.showModal();
    if (!picture && dialog.current?.open) dialog.current.close();
  }, [picture]);

  const go = (step: number) => {
    const next = pictures[(index + step + pictures.length) % pictures.length];
    if (next) onChange(next.id);
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="查看图片"
      onClose={() => onChange(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') go(-1);
        if (event.key === 'ArrowRight') go(1);
      }}
    >
      {picture && (
        <>
          <div className={styles.bar}>
            <span>{picture.title}</span>
            <span className="tabular">
              {picture.width} × {picture.height}
            </span>
            <button type="button" aria-label="关闭" onClick={() => onChange(undefined)}>
              <CloseIcon size={20} />
            </button>
          </div>
          <div className={styles.stage}>
            <img key={picture.id} src={picture.src} alt={picture.title} width={picture.width} height={picture.height} />
          </div>
          {pictures.length > 1 && (
            <>
              <button type="button" className={styles.previous} aria-label="上一张" onClick={() => go(-1)}>
                <ArrowLeftIcon size={22} />
              </button>
              <button type="button" className={styles.next} aria-label="下一张" onClick={() => go(1)}>
                <ArrowRightIcon size={22} />
              </button>
            </>
          )}
        </>
      )}
    </dialog>
  );
}
