import { useId } from 'react';
import type { Task, TaskImage } from '#shared/contract/task';
import { formatDuration } from '#shared/domain/format';
import { changesWords, labelLimits, promiseWords } from '#shared/domain/judgement';
import { needsWatermark } from '#shared/domain/watermark';
import type { DefinedTool } from '#shared/tools/define-tool';
import { usePixelsOutside } from '@/data/image-mask';
import { BareButton } from '../../ui/button';
import { iconButtonLook } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { savingOf, untouchedLine } from './facts';
import { maskOf } from './field-rules';
import { qualityLabel } from './format';
import { InfoIcon } from './icons';
import styles from './result-actions.css';
import { wordsReport } from './words-report';

interface ResultFactsProps {
  tool: DefinedTool;
  task: Task;
  image: TaskImage | undefined;
  engineTitle: string;
}

/** Facts of the result: its method and proven properties; size, seed and time on demand. */
export function ResultFacts({ tool, task, image, engineTitle }: ResultFactsProps) {
  const isCounted = task.facts?.changedPixelsOutside === 0;
  const outside = usePixelsOutside(isCounted ? maskOf(tool, task.params) : undefined);
  const saving = savingOf(task);
  const untouched = untouchedLine(task, outside);
  const { score, areas = [], reasons = [], isUnjudged = false, promise } = image?.judgement ?? {};
  const found = [
    ...reasons,
    changesWords(areas),
    isUnjudged ? '未能体检，不收券' : '',
    promise ? promiseWords(promise) : '',
  ].filter(Boolean);
  const told = task.words ? wordsReport(task.words, '用到', '没用到') : [];
  return (
    <div className={`row flex-wrap gap-8 m-0 text-second text-12 tabular ${styles.facts}`}>
      <QualityTag task={task} image={image} engineTitle={engineTitle} />
      {score !== undefined && <strong data-tone={toneOf(score)}>结构 {score} 分</strong>}
      {untouched && <strong>{untouched}</strong>}
      {saving && <strong>{saving}</strong>}
      <Popover
        align="end"
        label="这张图的数据"
        tip="这张图的数据"
        triggerClassName={iconButtonLook('small')}
        panelClassName={styles.factsPanel}
        trigger={<InfoIcon />}
      >
        {() => (
          <>
            {task.video && <span>{formatDuration(task.video.durationMs)}</span>}
            {image && (
              <span>
                {image.width} × {image.height}
              </span>
            )}
            <span>种子 {task.seed}</span>
            {task.ms !== undefined && <span>用时 {formatDuration(task.ms)}</span>}
            {image && <span>{needsWatermark(image.type) ? '下载含水印' : '下载无水印'}</span>}
            {typeof task.facts?.note === 'string' && <p className={styles.said}>{task.facts.note}</p>}
          </>
        )}
      </Popover>
      {found.length > 0 && <p className={styles.said}>体检：{found.join('；')}</p>}
      {told.length > 0 && <p className={styles.said}>{told.join('；')}</p>}
    </div>
  );
}

function toneOf(score: number): 'fair' | 'poor' | undefined {
  const { final, assisted } = labelLimits.structure;
  if (score >= final) return undefined;
  return score >= assisted ? 'fair' : 'poor';
}

/** Says honestly what kind of work it is; who asks is told the engine and its algorithm. */
function QualityTag({ task, image, engineTitle }: Pick<ResultFactsProps, 'task' | 'image' | 'engineTitle'>) {
  const tipId = useId();
  const label = qualityLabel(task, image);
  if (!label) return null;
  return (
    <span className="relative">
      <BareButton
        className={`p-0-12 border rounded-chip bg-none text-ink nowrap ${styles.tag}`}
        data-quality={image?.quality ?? task.quality}
        aria-describedby={tipId}
      >
        {label}
      </BareButton>
      <span
        id={tipId}
        role="tooltip"
        className={`hidden absolute left-0 z-float p-8-12 border rounded-input bg-surface shadow-float text-ink leading-18 ${styles.tip}`}
      >
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
