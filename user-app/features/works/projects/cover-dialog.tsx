import { useEffect, useRef, useState } from 'react';
import type { Project } from '#shared/contract/project';
import type { TaskImage } from '#shared/contract/task';
import { chooseCover } from '../../../data/projects';
import { readWorksPage } from '../../../data/works';
import { imageUrl } from '../../../lib/image-url';
import { toastFailure } from '../../../lib/toast';
import { Button } from '../../../ui/button';
import styles from '../dialogs.css';

interface CoverDialogProps {
  project: Project;
  onChanged: () => void;
  onClose: () => void;
}

/** Chooses a project's cover among its newest pictures. */
export function CoverDialog({ project, onChanged, onClose }: CoverDialogProps) {
  const { projectId, cover } = project;
  const dialog = useRef<HTMLDialogElement>(null);
  const [pictures, setPictures] = useState<TaskImage[]>();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const aborter = new AbortController();
    readWorksPage({ tab: 'succeeded', projectId }, null, aborter.signal).then(
      ({ list }) => setPictures(list.flatMap((work) => work.images)),
      (error) => {
        if (!aborter.signal.aborted) toastFailure(error);
      },
    );
    return () => aborter.abort();
  }, [projectId]);

  const choose = async (imageId: string | null) => {
    try {
      await chooseCover(projectId, imageId);
      onChanged();
      dialog.current?.close();
    } catch (error) {
      toastFailure(error);
    }
  };

  return (
    <dialog ref={dialog} className={`${styles.dialog} ${styles.wide}`} aria-label="选择封面" onClose={onClose}>
      <h2>「{project.name}」的封面</h2>
      <p role="status">{pictures?.length === 0 ? '这个项目里还没有图片，先把作品移进来。' : '不选时用最新的一张。'}</p>
      <div className={styles.covers}>
        {pictures?.map((picture, index) => (
          <button
            key={picture.imageId}
            type="button"
            aria-label={`第 ${index + 1} 张`}
            aria-pressed={cover?.isChosen === true && cover.imageId === picture.imageId}
            onClick={() => void choose(picture.imageId)}
          >
            <img src={imageUrl(picture.url, { w: 240 })} alt="" loading="lazy" decoding="async" />
          </button>
        ))}
      </div>
      <div className={styles.buttons}>
        {cover?.isChosen && <Button onClick={() => void choose(null)}>改用最新的一张</Button>}
        <Button onClick={() => dialog.current?.close()}>取消</Button>
      </div>
    </dialog>
  );
}
