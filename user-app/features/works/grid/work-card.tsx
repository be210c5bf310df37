import { memo, useState } from 'react';
import type { Work } from '#shared/contract/project';
import type { TaskImage } from '#shared/contract/task';
import { formatAgo, formatDateTime } from '#shared/domain/format';
import { unmetStamp } from '#shared/domain/judgement';
import { isFinal } from '#shared/domain/task-status';
import { day } from '#shared/domain/time';
import { progressNow } from '../../../data/task-progress';
import { classNames } from '../../../lib/class-names';
import { imageUrl } from '../../../lib/image-url';
import { statusWords } from '../../../lib/run-words';
import { type Selection, useIsSelected } from '../../../lib/selection';
import { BareButton } from '../../../ui/button';
import { CheckIcon } from '../../../ui/icons';
import { ToolIcon } from '../../../ui/icons/tool-icon';
import { isUnmet, UnmetStamp } from '../../../ui/unmet-stamp';
import { StarMark } from '../icons';
import { progressWords } from '../status-words';
import { Failure, Progress } from './card-cover';
import type { GridLayout } from './grid-layout';
import styles from './work-card.css';

/** Act of a press on a part of a card; the part carries the name as `data-act`. */
export type CardAct = 'open' | 'select' | 'star' | 'cancel' | 'retry';

export interface WorkCardProps {
  work: Work;
  title: string;
  index: number;
  column: number;
  /** True when the keyboard enters the grid here. */
  isCurrent: boolean;
  selection: Selection;
  layout: GridLayout;
  thumbWidth: number;
}

/** Card of one work. It has no handlers of its own: the grid hears for all of them. */
export const WorkCard = memo(function WorkCard(props: WorkCardProps) {
  const { work, title, index, column, isCurrent, selection } = props;
  const isSelected = useIsSelected(selection, work.taskId);
  const tabIndex = isCurrent ? 0 : -1;
  const isWaiting = !isFinal(work.status);
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={isSelected}
      aria-label={cardName(work, title)}
      tabIndex={tabIndex}
      data-index={index}
      className={classNames(
        'stack relative flex-none h-full overflow-hidden border rounded-card bg-surface select-none',
        styles.card,
        isSelected && styles.selected,
        styles[work.status],
      )}
    >
      <div className={`flex-none p-0-12 ${styles.text}`}>
        <span className="truncate font-medium" title={title}>
          {title}
        </span>
        <span
          className={`row truncate gap-4 text-second text-12 leading-18 tabular ${styles.meta}`}
          title={formatDateTime(work.createdAt)}
        >
          {work.status !== 'succeeded' && (
            <>
              <i aria-hidden="true" />
              {statusWords[work.status]}
              <span aria-hidden="true">·</span>
            </>
          )}
          {timeWords(work)}
        </span>
      </div>
      <div className={`row relative justify-center min-h-0 cursor-pointer ${styles.picture}`} data-act="open">
        <CardPicture work={work} layout={props.layout} thumbWidth={props.thumbWidth} />
        <UnmetStamp image={work.images.find(isUnmet)} />
        {isWaiting && <Progress work={work} tabIndex={tabIndex} />}
        {work.status === 'failed' && <Failure work={work} tabIndex={tabIndex} />}
        {work.images.length > 1 && (
          <span className={`text-paper text-12 leading-18 ${styles.count}`}>{work.images.length} 张</span>
        )}
      </div>
      <BareButton
        data-act="select"
        tabIndex={tabIndex}
        aria-label={isSelected ? '取消选择' : '选择'}
        aria-pressed={isSelected}
        className={`place-items-center border bg-surface ${styles.check}`}
      >
        <CheckIcon size={14} strokeWidth={2.4} />
      </BareButton>
      {work.deletedAt === null && (
        <BareButton
          data-act="star"
          tabIndex={tabIndex}
          aria-label={work.isStarred ? '取消星标' : '加星标'}
          aria-pressed={work.isStarred}
          className={classNames('place-items-center text-second', styles.star, work.isStarred && styles.starred)}
        >
          <StarMark isStarred={work.isStarred} />
        </BareButton>
      )}
    </div>
  );
});

/** Begins with what is to be seen, in its order. */
function cardName(work: Work, title: string): string {
  const isDone = work.status === 'succeeded';
  const isFailed = work.status === 'failed';
  const parts = [
    title,
    isDone ? '' : statusWords[work.status],
    timeWords(work),
    isFinal(work.status) ? '' : progressWords(work, progressNow(work), 0),
    isFailed ? (work.error?.message ?? '没有完成') : '',
    isFailed && work.deletedAt === null ? '重试' : '',
    work.images.length > 1 ? `${work.images.length} 张` : '',
    isDone ? statusWords.succeeded : '',
    work.images.some(isUnmet) ? unmetStamp : '',
    work.isStarred ? '有星标' : '',
  ];
  return parts.filter(Boolean).join('，');
}

function timeWords({ createdAt, purgeAt }: Work): string {
  if (purgeAt === null) return formatAgo(createdAt, Date.now());
  const days = Math.max(0, Math.ceil((purgeAt - Date.now()) / day));
  return days > 0 ? `${days} 天后彻底删除` : '今天彻底删除';
}

function CardPicture({ work, layout, thumbWidth }: Pick<WorkCardProps, 'work' | 'layout' | 'thumbWidth'>) {
  const [first] = work.images;
  if (first) return <Framed image={first} layout={layout} width={thumbWidth} />;
  if (work.video?.coverUrl)
    return (
      <img src={imageUrl(work.video.coverUrl, { w: thumbWidth })} alt="" className={styles.source} decoding="async" />
    );
  const source = work.params.upload_img;
  const isCovered = work.status === 'failed' || !isFinal(work.status);
  return typeof source === 'string' && source !== '' ? (
    <img
      src={imageUrl(source, { w: thumbWidth })}
      alt=""
      className={classNames(styles.source, styles.dim)}
      decoding="async"
    />
  ) : (
    <span className={styles.blank}>{!isCovered && <ToolIcon toolId={work.tool} size={32} />}</span>
  );
}

interface FramedProps {
  image: TaskImage;
  layout: GridLayout;
  /** Pixels the picture is asked for in. */
  width: number;
}

/** The picture in a box of its own shape and main colour, whole and unstretched. */
function Framed({ image, layout, width }: FramedProps) {
  const [isBroken, setBroken] = useState(false);
  const scale = Math.min(layout.cellWidth / image.width, layout.pictureHeight / image.height);
  const box = { width: image.width * scale, height: image.height * scale, backgroundColor: image.mainColor };
  return (
    <span className={`flex-none ${styles.frame}`} style={box}>
      {isBroken ? (
        <span className={styles.blank}>图片没有读到</span>
      ) : (
        <img
          src={imageUrl(image.url, { w: width })}
          alt=""
          width={image.width}
          height={image.height}
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
