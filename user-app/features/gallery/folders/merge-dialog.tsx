import type { OwnFolder } from '../../../data/gallery-folders';
import { BareButton } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import styles from './folder-picker.css';
import { MergeIcon } from './icons';

interface MergeDialogProps {
  folder: OwnFolder;
  others: readonly OwnFolder[];
  onMerge: (into: OwnFolder) => void;
  onClose: () => void;
}

/** Into which folder another one goes. */
export function MergeDialog({ folder, others, onMerge, onClose }: MergeDialogProps) {
  return (
    <Dialog title={`把「${folder.name}」并入`} size="small" onClose={onClose}>
      <ul className={styles.folders}>
        {others.map((other) => (
          <li key={other.id}>
            <BareButton className={styles.folder} onClick={() => onMerge(other)}>
              <MergeIcon size={18} />
              <span className={styles.name}>
                <span>{other.name}</span>
                <small className="tabular">{other.pictureCount} 张</small>
              </span>
            </BareButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
