import { useState } from 'react';
import { failureWords } from '#shared/domain/failure-words';
import { useFolders } from '../../../data/gallery-folders';
import { usePictureRows } from '../../../data/gallery-rows';
import { galleryImageUrl } from '../../../lib/image-url';
import { Button, ButtonLink } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { Dialog } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import { ListStates } from '../../../ui/list-states';
import { ThumbButton } from '../../../ui/thumb';
import styles from './desk.css';

/** Chooses pictures for a set from what was collected and published. */
export function AddPicturesDialog({
  onAdd,
  onClose,
}: {
  onAdd: (pictureIds: number[]) => Promise<unknown>;
  onClose: () => void;
}) {
  const folders = useFolders(true);
  const [from, setFrom] = useState('own');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const places = [{ id: 'own', name: '我发布的' }, ...(folders.data ?? []).filter((folder) => folder.pictureCount > 0)];

  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const add = async () => {
    setBusy(true);
    setProblem('');
    try {
      await onAdd([...chosen]);
      onClose();
    } catch (error) {
      setProblem(failureWords(error, '没有放进图集，请稍后重试'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title="添加图片"
      size="wide"
      onClose={onClose}
      actions={
        <>
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={chosen.size === 0 || isBusy} onClick={() => void add()}>
            {chosen.size > 0 ? `放进图集 ${chosen.size} 张` : '放进图集'}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-8" role="group" aria-label="从哪里选">
        {places.map(({ id, name }) => (
          <Chip key={id} aria-pressed={from === id} onClick={() => setFrom(id)}>
            {name}
          </Chip>
        ))}
      </div>
      <Pool key={from} from={from} chosen={chosen} onToggle={toggle} />
    </Dialog>
  );
}

interface PoolProps {
  /** A folder's id, or `own`. */
  from: string;
  chosen: ReadonlySet<number>;
  onToggle: (id: number) => void;
}

function Pool({ from, chosen, onToggle }: PoolProps) {
  const list = usePictureRows(from === 'own' ? { isOwn: true } : { folderId: from });
  return (
    <ListStates
      list={list}
      noun="张图片"
      empty={
        <EmptyState drawing="wall" level={3} title="这里还没有图片" text="在图库里收藏图片，或发布自己的结果图。">
          <ButtonLink to="/tupianHome">去图库</ButtonLink>
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className={`grid gap-8 overflow-y-auto mt-12 ${styles.pool}`}>
          {rows.map(({ id, imageId, title, mainColor }) => (
            <li key={id}>
              <ThumbButton
                label={title}
                aria-pressed={chosen.has(id)}
                picture={{ src: galleryImageUrl(imageId), mainColor, isCropped: true }}
                onClick={() => onToggle(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  );
}
