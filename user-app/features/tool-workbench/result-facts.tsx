import { useId } from 'react';
import type { Task, TaskImage } from '#shared/contract/task';
import { formatDuration } from '#shared/domain/format';
import { needsWatermark } from '#shared/domain/watermark';
import type { DefinedTool } from '#shared/tools/define-tool';
import { usePixelsOutside } from '@/data/image-mask';
import { BareButton } from '../../ui/button';
import { savingOf, untouchedLine } from './facts';
import { maskOf } from './field-rules';
import { qualityLabel } from './format';
import styles from './result-actions.css';
import { partsOf } from './words-told';

interface ResultFactsProps {
  tool: DefinedTool;
  task: Task;
  image: TaskImage | undefined;
  engineTitle: string;
}

/** What the result is, in a line: how it was made, its size, what is proven of it. */
export function ResultFacts({ tool, task, image, engineTitle }: ResultFactsProps) {
  const isCounted = task.facts?.changedPixelsOutside === 0;
  const outside = usePixelsOutside(isCounted ? maskOf(tool, task.params) : undefined);
  const saving = savingOf(task);
  const untouched = untouchedLine(task, outside);
  const told = task.words ? partsOf(task.words, '用到', '没用到') : [];
  return (
    <div className={styles.facts}>
      <QualityTag task={task} engineTitle={engineTitle} />
      {task.video && <span>{formatDuration(task.video.durationMs)}</span>}
      {image && (
        <span>
          {image.width} × {image.height}
        </span>
      )}
      {untouched && <strong>{untouched}</strong>}
      {saving && <strong>{saving}</strong>}
      <span>种子 {task.seed}</span>
      {task.ms !== undefined && <span>用时 {formatDuration(task.ms)}</span>}
      {image && <span>{needsWatermark(image.type) ? '下载含水印' : '下载无水印'}</span>}
      {told.length > 0 && <p className={styles.said}>{told.join('；')}</p>}
      {typeof task.facts?.note === 'string' && <p className={styles.said}>{task.facts.note}</p>}
    </div>
  );
}

/** Says honestly what kind of work it is; who asks is told the engine and its algorithm. */
function QualityTag({ task, engineTitle }: { task: Task; engineTitle: string }) {
  const tipId = useId();
  const label = qualityLabel(task);
  if (!label) return null;
  return (
    <span className={styles.quality}>
      <BareButton className={styles.tag} data-quality={task.quality} aria-describedby={tipId}>
        {label}
      </BareButton>
      <span id={tipId} role="tooltip" className={styles.tip}>
        引擎：{engineTitle}
        {task.algorithm && (
          <>
            <br />
            算法：{task.algorithm}
          </>
        )}
      </span>
    </span>
  );
}
