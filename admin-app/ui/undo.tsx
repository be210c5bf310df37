import { type HttpError, useInvalidate, useList } from '@refinedev/core';
import { App, Button, Popover, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { type Change, changeDeskContract, type DriftedField, type LeftRecord } from '#shared/contract/change-desk';
import { minute } from '#shared/domain/time';
import { changes } from '../providers/changes.ts';
import { type ConsoleError, http } from '../providers/http.ts';
import { formatNumber } from './format.ts';
import { UndoIcon } from './icons.tsx';
import { Time } from './parts.tsx';

const mostOffered = 10;
const toastSeconds = 20;

/** One's changes that can still be undone, after a reload and in another tab too; offered as they happen. */
export function UndoOffers() {
  const [isOpen, setIsOpen] = useState(false);
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const undo = useUndo();
  const { query, result } = useList<Change, HttpError>({
    resource: 'changes',
    pagination: { currentPage: 1, pageSize: mostOffered },
    sorters: [{ field: 'createdAt', order: 'desc' }],
    errorNotification: false,
    queryOptions: { refetchInterval: minute, retry: false },
  });
  const open = result.data.filter(({ state }) => state === 'open');

  const offer = useRef<(id: string) => void>(undefined);
  offer.current = (id) => {
    void invalidate({ resource: 'changes', invalidates: ['list'] });
    const key = `change-${id}`;
    notification.info({
      key,
      message: '已保存，10 分钟内可以撤销',
      duration: toastSeconds,
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key);
            void undo(id);
          }}
        >
          撤销
        </Button>
      ),
    });
  };
  useEffect(() => changes.subscribe((id) => offer.current?.(id)), []);

  if (open.length === 0 || query.error) return null;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="rightBottom"
      title="还能撤销的操作"
      content={
        <ul className="recent undo-list" aria-label="还能撤销的操作">
          {open.map(({ id, title, count, undoUntil }) => (
            <li key={id}>
              <span className="recent-main" title={title}>
                {title}
                {count > 1 && <span className="quiet">（{formatNumber(count)} 条）</span>}
              </span>
              <span className="quiet">
                至 <Time at={undoUntil} />
              </span>
              <Button size="small" aria-label={`撤销 ${title}`} onClick={() => void undo(id)}>
                撤销
              </Button>
            </li>
          ))}
        </ul>
      }
    >
      <Tooltip title={isOpen ? '' : '还能撤销的操作'} placement="right">
        <Button
          type="text"
          icon={<UndoIcon />}
          aria-label={`还能撤销的操作，${open.length} 个`}
          aria-expanded={isOpen}
        />
      </Tooltip>
    </Popover>
  );
}

/** Takes a change back; what moved on meanwhile is told field by field, and nothing is changed then. */
function useUndo() {
  const { message, modal } = App.useApp();
  const invalidate = useInvalidate();
  const tell = (title: string, rows: ReadonlyArray<DriftedField | LeftRecord>) =>
    modal.warning({ title, width: 480, content: <Drift rows={rows} /> });
  return async (id: string) => {
    try {
      const path = changeDeskContract.revertChange.path.replace(':id', encodeURIComponent(id));
      const { data } = await http.post<Change & { left: LeftRecord[] }>(path);
      if (data.left.length === 0) message.success(`已撤销：${data.title}`);
      else tell(`已撤销 ${data.count - data.left.length} 条，另有 ${data.left.length} 条不能再撤销`, data.left);
    } catch (error) {
      const { message: sentence, drift = [] } = error as ConsoleError;
      if ((drift as unknown[]).length === 0) message.error(sentence);
      else tell(sentence, drift as Array<DriftedField | LeftRecord>);
    }
    // Lists of one provider do not know of those of the other.
    for (const dataProviderName of ['default', 'manage']) await invalidate({ dataProviderName, invalidates: ['all'] });
  };
}

function Drift({ rows }: { rows: ReadonlyArray<DriftedField | LeftRecord> }) {
  return (
    <ul className="recent" aria-label="没有撤销的内容">
      {rows.map((row) => (
        <li key={`${row.resource}:${row.id}:${'field' in row ? row.field : ''}`}>
          {'message' in row ? <Left record={row} /> : <Drifted field={row} />}
        </li>
      ))}
    </ul>
  );
}

function Left({ record: { id, message } }: { record: LeftRecord }) {
  return (
    <>
      <span className="recent-main">{id}</span>
      <span className="quiet">{message}</span>
    </>
  );
}

function Drifted({ field: { id, field, after, now } }: { field: DriftedField }) {
  if (field === '*') return <span className="recent-main">{id} 已删除或重建</span>;
  return (
    <>
      <span className="recent-main">{field}</span>
      <span className="quiet">
        当时改为 {wordOf(after)}，现在是 {wordOf(now)}
      </span>
    </>
  );
}

function wordOf(value: unknown): string {
  return value === null || value === undefined || value === ''
    ? '空'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}
