import { useState } from 'react';
import { formatNumber } from '#shared/domain/format';
import { createFolder, useFolders } from '../../data/gallery';
import { refilePicture } from '../../data/gallery-pictures';
import { toast, toastFailure } from '../../lib/toast';
import { BareButton, Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { HeartIcon } from '../../ui/icons';
import { Input } from '../../ui/input';
import { Waiting } from '../../ui/waiting';
import styles from './dialogs.css';

/** Puts a collected picture into another folder, or a new one. */
export default function FolderDialog({ id, from, onClose }: { id: number; from: string; onClose: () => void }) {
  const { data: folders, error } = useFolders(id);
  const [name, setName] = useState('');
  const file = async (folderId: string) => {
    try {
      await refilePicture(id, from, folderId);
      toast.success('已换收藏夹');
      onClose();
    } catch (failure) {
      toastFailure(failure);
    }
  };
  return (
    <Dialog title="换收藏夹" size="small" onClose={onClose}>
      {error && <p role="alert">{error.message}</p>}
      {!folders && !error && <Waiting label="正在读取收藏夹" height={44} />}
      <ul className={styles.folders}>
        {folders?.map((folder) => (
          <li key={folder.id}>
            <BareButton className={styles.folder} aria-pressed={folder.hasPicture} onClick={() => void file(folder.id)}>
              <HeartIcon size={16} fill={folder.hasPicture ? 'currentColor' : 'none'} />
              <span>{folder.name}</span>
              <small className="tabular">{formatNumber(folder.pictureCount)} 张</small>
            </BareButton>
          </li>
        ))}
      </ul>
      <form
        className={styles.fresh}
        onSubmit={(event) => {
          event.preventDefault();
          createFolder(name).then(({ id: folderId }) => file(folderId), toastFailure);
        }}
      >
        <Input
          aria-label="新收藏夹的名称"
          placeholder="新建收藏夹"
          maxLength={30}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          新建并移入
        </Button>
      </form>
    </Dialog>
  );
}
