import { type HttpError, useOne } from '@refinedev/core';
import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { StaffTaskDetail } from '#shared/contract/task-desk';
import { changesWords, promiseWords } from '#shared/domain/judgement';
import { qualityLabel, type ResultQuality } from '#shared/domain/quality';
import { isFinal } from '#shared/domain/task-status';
import { AccountLink } from '../../ui/account-link.tsx';
import { formatDuration } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { CopyableId, Facts, LoadFailure, Section, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { EngineName } from './engine-name.tsx';
import { TaskActions } from './task-actions.tsx';
import { Attempts, EngineLog } from './task-attempts.tsx';
import { TaskSettlement } from './task-settlement.tsx';
import { failureSentence, taskStatus } from './task-words.tsx';

/** A task that has not ended is looked at again this often. */
const liveMs = 2000;

export default function TaskDetail() {
  const { id = '' } = useParams();
  const { query, result: task } = useOne<StaffTaskDetail, HttpError>({
    resource: 'tasks',
    id,
    errorNotification: false,
    queryOptions: {
      placeholderData: undefined as never,
      refetchInterval: ({ state }) => (state.data && isFinal(state.data.data.status) ? false : liveMs),
    },
  });
  return (
    <ListDrawer
      resource="tasks"
      title={task ? `任务「${task.toolTitle}」` : '任务'}
      footer={task && <TaskActions task={task} />}
    >
      {query.error && !task && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 10 }} />}
      {task && <Everything task={task} />}
    </ListDrawer>
  );
}

function Everything({ task }: { task: StaffTaskDetail }) {
  const failure = failureSentence(task);
  return (
    <>
      {failure && <Alert className="drawer-alert" type="error" role="alert" message={failure} />}
      {task.deletedAt !== null && (
        <Alert
          className="drawer-alert"
          type="warning"
          message={task.purgedAt === null ? '用户已把它移到回收站。' : '用户已彻底删除：参数和图片不再保留。'}
        />
      )}
      <Facts facts={factsOf(task)} />
      <Section title="输入图片">
        <Pictures pictures={task.inputs} none="没有输入图片。" />
      </Section>
      <Section title="结果">
        <Pictures pictures={task.results} none="没有结果。" isConnected={task.isConnected} />
      </Section>
      <Section title="参数">
        {task.parameters.length === 0 ? (
          <p className="quiet">没有参数。</p>
        ) : (
          <Facts
            facts={task.parameters.map(({ label, value }) => [label, <Typed key="value" text={value} />] as const)}
          />
        )}
        {task.words && <Words words={task.words} />}
      </Section>
      <Section title="尝试">
        <Attempts task={task} />
      </Section>
      <Section title="引擎日志">
        <EngineLog task={task} />
      </Section>
      <Section title="券">
        <TaskSettlement task={task} />
      </Section>
      <Relations task={task} />
    </>
  );
}

const Typed = ({ text }: { text: string }) => <span className="is-typed">{text}</span>;

function factsOf(task: StaffTaskDetail): Array<readonly [string, ReactNode]> {
  const { status, step, progress, ahead, quality, doubles } = task;
  return [
    ['状态', <taskStatus.Dot key="status" status={status} />],
    ...(status === 'running' ? [['进度', `${Math.floor(progress * 100)}%${step ? ` · ${step}` : ''}`] as const] : []),
    ...(ahead === null ? [] : [['前面还有', `${ahead} 个`] as const]),
    ['账号', <AccountLink key="account" accountId={task.accountId} name={task.nickName} />],
    ['引擎', <EngineName key="engine" id={task.engine} />],
    ...(quality === null ? [] : [['品质', qualityLabel(quality, task.isConnected)] as const]),
    ...(task.algorithm === null ? [] : [['方法', task.algorithm] as const]),
    ['种子', <code key="seed">{task.seed}</code>],
    [
      '用时',
      <span key="ms" className="figures">
        {formatDuration(task.ms)}
      </span>,
    ],
    ...(doubles > 0 ? [['重复结果', `${doubles} 张`] as const] : []),
    ['提交时间', <Time key="created" at={task.createdAt} />],
    ['开始时间', <Time key="started" at={task.startedAt} />],
    ['结束时间', <Time key="finished" at={task.finishedAt} />],
    ...(typeof task.facts.note === 'string' ? [['说明', task.facts.note] as const] : []),
    ['编号', <CopyableId key="id" id={task.id} what="任务编号" isWhole />],
    ...(task.requestId === null
      ? []
      : [['请求编号', <CopyableId key="request" id={task.requestId} what="请求编号" isWhole />] as const]),
  ];
}

type Shown = StaffTaskDetail['results'][number] & { label?: string };

interface PicturesProps {
  pictures: readonly Shown[];
  none: string;
  isConnected?: boolean;
}

function Pictures({ pictures, none, isConnected = false }: PicturesProps) {
  if (pictures.length === 0) return <p className="quiet">{none}</p>;
  return (
    <div className="task-pictures">
      {pictures.map((picture, index) => (
        <Picture key={picture.imageId} picture={picture} name={picture.label ?? `结果 ${index + 1}`}>
          {picture.quality && (
            <Label quality={picture.quality} judgement={picture.judgement} isConnected={isConnected} />
          )}
        </Picture>
      ))}
    </div>
  );
}

interface LabelProps extends Pick<Shown, 'judgement'> {
  quality: ResultQuality;
  isConnected: boolean;
}

/** Label of a result and what it was given for. */
function Label({ quality, judgement, isConnected }: LabelProps) {
  const { score, areas = [], heatUrl, reasons = [], isUnjudged = false, promise } = judgement ?? {};
  return (
    <>
      <br />
      {qualityLabel(quality, isConnected)}
      {score !== undefined && <span className="figures"> · 结构 {score} 分</span>}
      {areas.length > 0 && <span> · {changesWords(areas)}</span>}
      {heatUrl && (
        <>
          <br />
          <a href={heatUrl} target="_blank" rel="noreferrer">
            结构热图
          </a>
        </>
      )}
      {isUnjudged && <span> · 未能体检，不收券</span>}
      {promise && <span className="figures"> · {promiseWords(promise)}</span>}
      {reasons.length > 0 && <span className="quiet"> {reasons.join('；')}</span>}
    </>
  );
}

interface PictureProps {
  picture: Shown;
  name: string;
  children: ReactNode;
}

function Picture({ picture: { url, width, height, format, isDeleted }, name, children }: PictureProps) {
  return (
    <figure>
      {url === null ? (
        <div className="task-picture-none quiet">{isDeleted ? '图片已删除' : `${format.toUpperCase()} 不能预览`}</div>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" title="在新标签页看大图">
          <img src={`${url}?w=320`} alt={name} width={width} height={height} loading="lazy" />
        </a>
      )}
      <figcaption>
        {name}{' '}
        <span className="quiet figures">
          {width} × {height}
        </span>
        {children}
      </figcaption>
    </figure>
  );
}

function Words({ words: { used, ignored } }: { words: NonNullable<StaffTaskDetail['words']> }) {
  return (
    <Facts
      facts={[
        [
          '生效的词',
          used.join('、') || (
            <span key="none" className="quiet">
              无
            </span>
          ),
        ],
        [
          '未生效的词',
          ignored.join('、') || (
            <span key="none" className="quiet">
              无
            </span>
          ),
        ],
      ]}
    />
  );
}

function Relations({ task: { retriedFrom, parent, retries, children } }: { task: StaffTaskDetail }) {
  const lines = [
    ...(retriedFrom ? [['重做自', retriedFrom] as const] : []),
    ...(parent ? [['来自作品', parent] as const] : []),
    ...retries.map((task) => ['重做为', task] as const),
    ...children.map((task) => ['用于', task] as const),
  ];
  if (lines.length === 0) return null;
  return (
    <Section title="前后任务">
      <ul className="recent">
        {lines.map(([word, task]) => (
          <li key={`${word} ${task.id}`}>
            <span className="quiet">{word}</span>
            <RowLink resource="tasks" id={task.id} text={task.toolTitle} className="recent-main" />
            <taskStatus.Dot status={task.status} />
            <Time at={task.createdAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
