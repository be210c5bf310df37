import type { Project } from '#shared/contract/project';
import { chooseCover } from '../../../data/projects';
import { useProjectWorks } from '../../../data/works';
import { imageUrl } from '../../../lib/image-url';
import { toastFailure } from '../../../lib/toast';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ThumbButton } from '../../../ui/thumb';
import styles from '../dialogs.css';

interface CoverDialogProps {
  project: Project;
  onChanged: () => void;
  onClose: () => void;
}

/** Chooses a project's cover among its newest pictures. */
export function CoverDialog({ project, onChanged, onClose }: CoverDialogProps) {
  const { projectId, cover } = project;
  const { data, error } = useProjectWorks(projectId);
  const pictures = data?.list.flatMap((work) => work.images);

  const choose = async (imageId: string | null) => {
    try {
      await chooseCover(projectId, imageId);
      onChanged();
      onClose();
    } catch (error) {
      toastFailure(error);
    }
  };

  return (
    <Dialog
      title={`「${project.name}」的封面`}
      label="选择封面"
      size="wide"
      onClose={onClose}
      actions={
        <>
          {cover?.isChosen && <Button onClick={() => void choose(null)}>改用最新的一张</Button>}
          <Button onClick={onClose}>取消</Button>
        </>
      }
    >
      <p role="status" className="text-second">
        {error?.message ?? (pictures?.length === 0 ? '这个项目里还没有图片，先把作品移进来。' : '不选时用最新的一张。')}
      </p>
      <div className={`grid gap-8 mt-12 ${styles.covers}`}>
        {pictures?.map((picture, index) => (
          <ThumbButton
            key={picture.imageId}
            label={`第 ${index + 1} 张`}
            picture={{ src: imageUrl(picture.url, { w: 240 }), mainColor: picture.mainColor }}
            className={styles.cover}
            aria-pressed={cover?.isChosen === true && cover.imageId === picture.imageId}
            onClick={() => void choose(picture.imageId)}
          />
        ))}
      </div>
    </Dialog>
  );
}
