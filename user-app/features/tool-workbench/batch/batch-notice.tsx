import type { Batch } from '@/lib/tool-sessions';
import { Button } from '../../../ui/button';
import styles from './batch-stage.css';

/** Above a run that belongs to a batch: which one it is, and the way back to all of them. */
export function BatchNotice({ batch, taskId, onBack }: { batch: Batch; taskId: string; onBack: () => void }) {
  const place = batch.items.findIndex((item) => item.taskId === taskId);
  if (place < 0) return null;
  return (
    <p className={`row gap-12 m-0 border-b bg-page text-second text-13 tabular ${styles.notice}`}>
      这一批的第 {place + 1} 张，共 {batch.items.length} 张
      <Button look="text" onClick={onBack}>
        返回这一批
      </Button>
    </p>
  );
}
