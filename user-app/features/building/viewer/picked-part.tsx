import type { BuildingFacts } from '#shared/contract/building-model';
import type { ViewerBuilding } from '#shared/domain/viewer-building';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { CloseIcon } from '../../../ui/icons';
import { kindWords } from './kind-words';
import styles from './viewer.css';

interface PickedPartProps {
  part: number;
  building: Pick<ViewerBuilding, 'parts' | 'kinds'>;
  facts: Pick<BuildingFacts, 'storeys'>;
  onHide: () => void;
  onIsolate: () => void;
  onClose: () => void;
}

/** Name of a part that was pressed on, and what can be done with it. */
export function PickedPart({ part, building, facts, onHide, onIsolate, onClose }: PickedPartProps) {
  const [name = '', kind = 0, storey] = building.parts[part] ?? [];
  const words = [
    kindWords(building.kinds[kind] ?? ''),
    storey === undefined ? undefined : facts.storeys[storey]?.name,
  ].filter(Boolean);
  return (
    <div className={styles.picked} role="group" aria-label="选中的构件">
      <span className={`truncate ${styles.pickedName}`} role="status">
        {name || `构件 ${part + 1}`}
        <span className="text-second"> · {words.join(' · ')}</span>
      </span>
      <Button size="small" onClick={onHide}>
        隐藏
      </Button>
      <Button size="small" onClick={onIsolate}>
        只看它
      </Button>
      <IconButton size="small" label="取消选中" onClick={onClose}>
        <CloseIcon size={14} />
      </IconButton>
    </div>
  );
}
