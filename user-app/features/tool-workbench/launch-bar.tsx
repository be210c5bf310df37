import { Fragment, useId, useState } from 'react';
import { formatDuration } from '#shared/domain/format';
import { isOvercome, type Obstacle } from '#shared/domain/readiness';
import { ticketLabels } from '#shared/domain/ticket-kind';
import type { DefinedTool } from '#shared/tools/define-tool';
import { callOffWaiting, useWaitingStarts } from '@/lib/waiting-starts';
import { Button } from '../../ui/button';
import styles from './launch-bar.css';
import { startsRun } from './stage/use-focus-on-result';

interface LaunchBarProps {
  tool: DefinedTool;
  /** Tickets the start takes. */
  total: number;
  /** The same in words. */
  price: string;
  /** Outputs that are still free today; undefined where the start has no use for an allowance. */
  freeLeft: number | undefined;
  ticketsLeft: number | undefined;
  /** Milliseconds a run usually takes; undefined while nothing is known. */
  usualMs: number | undefined;
  obstacles: readonly Obstacle[];
  isStarting: boolean;
  /** Words for the work in progress, instead of the usual ones. */
  startingWords?: string | undefined;
  /** Words about what a run will leave undone with the picture. */
  leavingWords?: string | undefined;
  /** Words about a start of several pictures. */
  batchWords?: string | undefined;
  onStart: () => void;
  onOpenForm: () => void;
  isFormOpen: boolean;
}

/** The main button with its price, what is left, and why it cannot start. */
export function LaunchBar(props: LaunchBarProps) {
  const { tool, total, price, freeLeft, ticketsLeft, usualMs, obstacles, isStarting, onStart } = props;
  const reasonsId = useId();
  const [isAsked, setIsAsked] = useState(false);
  const reasons = [...new Set(obstacles.map((obstacle) => obstacle.message))];
  const isWaiting = useWaitingStarts() > 0 && isStarting;
  const isReady = obstacles.every(isOvercome) && !isStarting;

  const isShort = obstacles.some(({ kind }) => kind === 'tickets');
  const facts = [
    props.leavingWords ?? '',
    props.batchWords ?? '',
    ...obstacles.filter(({ kind }) => kind === 'tickets' || kind === 'membership').map(({ message }) => message),
    ticketsLeft === undefined || isShort ? '' : `剩余 ${ticketsLeft} ${ticketLabels[tool.ticket.kind]}`,
    freeLeft === undefined ? '' : `今日还可免费 ${freeLeft} 次`,
    usualMs === undefined ? '' : `预计 ${formatDuration(usualMs)}`,
  ].filter(Boolean);
  const promise = total === 0 ? '' : '示意图不收券，失败自动退券';

  return (
    <div className={`border-t bg-surface ${styles.bar}`}>
      <div className={`flex gap-8 ${styles.buttons}`}>
        <div
          className={`flex relative flex-1 min-w-0 ${styles.startBox}`}
          onPointerEnter={() => setIsAsked(true)}
          onPointerLeave={() => setIsAsked(false)}
        >
          <Button
            look="primary"
            size="large"
            className={`flex-1 min-w-0 tabular ${styles.start}`}
            aria-disabled={!isReady}
            aria-describedby={reasonsId}
            aria-keyshortcuts="Control+Enter"
            {...{ [startsRun]: '' }}
            onFocus={() => setIsAsked(true)}
            onBlur={() => setIsAsked(false)}
            onKeyDown={(event) => event.key === 'Escape' && setIsAsked(false)}
            onClick={() => (isReady ? onStart() : setIsAsked(true))}
          >
            {isWaiting ? '网络恢复后自动开始' : isStarting ? (props.startingWords ?? '正在提交') : `生成 · ${price}`}
          </Button>
          <div
            id={reasonsId}
            role="tooltip"
            className={`absolute z-page p-8-12 rounded-input text-13 leading-20 pointer-events-none ${styles.reasons}`}
            data-open={(isAsked && !isReady && !isStarting) || undefined}
          >
            {isReady ? (
              <span className={styles.byKey}>按 Ctrl 加 Enter 也可以开始</span>
            ) : (
              reasons.map((reason) => <p key={reason}>{reason}</p>)
            )}
          </div>
        </div>
        {isWaiting && (
          <Button size="large" look="quiet" onClick={callOffWaiting}>
            取消
          </Button>
        )}
        <Button size="large" className={styles.openForm} aria-expanded={props.isFormOpen} onClick={props.onOpenForm}>
          参数
        </Button>
      </div>
      <p className={`text-second text-12 leading-18 tabular text-center ${styles.facts}`}>
        {[...facts, promise].filter(Boolean).map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' '}
            <span className={fact === promise ? styles.promise : undefined}>{fact}</span>
          </Fragment>
        ))}
        {facts.length === 0 &&
          promise === '' &&
          (isReady ? <span className={styles.byKey}>按 Ctrl + Enter 开始</span> : reasons[0])}
      </p>
    </div>
  );
}
