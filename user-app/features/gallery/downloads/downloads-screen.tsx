import { useEffect, useRef, useState } from 'react';
import type { DownloadRecord } from '#shared/contract/gallery-download';
import { formatDate, formatDateTime } from '#shared/domain/format';
import {
  clearDownloads,
  removeDownloads,
  saveDownloads,
  useDownloadQuota,
  useDownloads,
} from '../../../data/gallery-downloads';
import { createSelection, type Selection, useSelectedIds } from '../../../lib/selection';
import { toast, toastFailure } from '../../../lib/toast';
import { useQueryWords } from '../../../lib/use-query-words';
import { Button, ButtonLink } from '../../../ui/button';
import { ChoiceBar } from '../../../ui/choice-bar';
import { Dialog } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import { FilterRow } from '../../../ui/filter-row';
import { DownloadIcon, TrashIcon } from '../../../ui/icons';
import { ListStates } from '../../../ui/list-states';
import { PictureBoard } from '../../../ui/picture-board';
import { SearchField } from '../../../ui/search-field';
import { Segments } from '../../../ui/segments';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import styles from './downloads.css';

const origins = [
  ['', '全部'],
  ['gallery', '图库'],
  ['tool', '工具'],
] as const;

/**
 * Downloads of the account by day. Downloading again costs nothing.
 * @param toolTitle names the tool of a result
 */
export function DownloadsScreen({ toolTitle }: { toolTitle: (toolId: string) => string }) {
  const [words, change] = useQueryWords('from', 'kw');
  const from = origins.find(([name]) => name !== '' && name === words.from)?.[0];
  const list = useDownloads({
    ...(from === 'gallery' || from === 'tool' ? { from } : {}),
    ...(words.kw ? { keyword: words.kw } : {}),
  });
  const [selection] = useState(createSelection);
  const marked = useSelectedIds(selection);
  const [isClearing, setClearing] = useState(false);
  const removal = useRemoval(list);
  const rows = list.rows ?? [];
  const chosen = rows.filter(({ id }) => marked.has(id));

  const save = (records: readonly DownloadRecord[]) =>
    void saveDownloads(records)
      .then(() => toast.success(records.length === 1 ? '已下载，不占今天的张数' : `正在打包 ${records.length} 张`))
      .catch(toastFailure);
  const remove = () => {
    removal.remove(chosen);
    selection.clear();
  };
  return (
    <>
      <QuotaLine />
      <FilterRow label="筛选下载记录">
        <SearchField label="搜索下载记录" placeholder="搜索名称" value={words.kw} onChange={(kw) => change({ kw })} />
        <Segments label="来自" options={origins} value={from ?? ''} onChange={(next) => change({ from: next })} />
        <Button look="quiet" size="small" disabled={rows.length === 0} onClick={() => setClearing(true)}>
          清空记录
        </Button>
      </FilterRow>
      <ListStates
        list={list}
        noun="条记录"
        empty={
          words.kw || from ? (
            <EmptyState drawing="lost" title="没有符合条件的记录" text="换个词，或者看全部记录。">
              <Button onClick={() => change({ from: '', kw: '' })}>清除筛选</Button>
            </EmptyState>
          ) : (
            <EmptyState
              drawing="sheet"
              title="还没有下载记录"
              text="下载过的图库图片和作品都记在这里，随时可以再下载，不再占张数。"
            >
              <ButtonLink to="/tupianHome" look="primary">
                去图库
              </ButtonLink>
              <ButtonLink to="/aiDesignMangement">我的作品</ButtonLink>
            </EmptyState>
          )
        }
      >
        {(records) =>
          byDay(records).map(([date, ofDay]) => (
            <Day key={date} date={date} records={ofDay} selection={selection} toolTitle={toolTitle} />
          ))
        }
      </ListStates>
      {chosen.length > 0 && (
        <ChoiceBar
          label="对选中的记录"
          words={`已选 ${chosen.length} 张`}
          loaded={rows.length}
          count={chosen.length}
          onSelectAll={() => selection.selectAll(rows.map(({ id }) => id))}
          onClear={selection.clear}
        >
          <Button look="quiet" onClick={() => save(chosen)}>
            <DownloadIcon size={16} />
            <span>再次下载</span>
          </Button>
          <Button look="quiet" onClick={remove}>
            <TrashIcon size={16} />
            <span>删除记录</span>
          </Button>
        </ChoiceBar>
      )}
      {isClearing && (
        <ClearDialog
          onClose={() => setClearing(false)}
          onCleared={() => {
            selection.clear();
            list.reload();
          }}
        />
      )}
      <UndoBar undo={removal.undo} isRaised={chosen.length > 0} onUndo={removal.takeBack} onClose={removal.settle} />
    </>
  );
}

interface DayProps {
  date: string;
  records: readonly DownloadRecord[];
  selection: Selection;
  toolTitle: (toolId: string) => string;
}

function Day({ date, records, selection, toolTitle }: DayProps) {
  const noteOf = ({ url, tool, width, height }: DownloadRecord) => {
    if (url === null) return '作者已收回或删除';
    return tool ? toolTitle(tool) : `${width} × ${height}`;
  };
  return (
    <section className={styles.day} aria-label={date}>
      <h2>
        {date}
        <span className="tabular">{records.length} 张</span>
      </h2>
      <PictureBoard
        label={`${date} 的下载`}
        pictures={records.map((record) => ({
          id: record.id,
          imageId: record.imageId ?? '',
          src: record.previewUrl,
          width: record.width,
          height: record.height,
          mainColor: record.mainColor,
          title: record.title || (record.url === null ? '已不可见' : '未命名'),
          note: noteOf(record),
        }))}
        selection={selection}
      />
    </section>
  );
}

function ClearDialog({ onClose, onCleared }: { onClose: () => void; onCleared: () => void }) {
  const clear = () =>
    void clearDownloads()
      .then(() => {
        onClose();
        onCleared();
      })
      .catch(toastFailure);
  return (
    <Dialog
      title="清空下载记录"
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="danger" onClick={clear}>
            清空
          </Button>
        </>
      }
    >
      <p className="text-second">只清记录，图片和作品不受影响。清空后再下载图库图片会重新占张数，不能撤销。</p>
    </Dialog>
  );
}

/** The number of gallery pictures that can still be downloaded today. */
function QuotaLine() {
  const { data } = useDownloadQuota();
  if (!data) return <p className={styles.quota}>{'\u00A0'}</p>;
  return (
    <p className={styles.quota}>
      {data.left === null ? (
        '图库下载不限张数。'
      ) : (
        <>
          今天还能下载图库图片 <b className="tabular">{data.left}</b> / {data.limit} 张，
          {formatDateTime(data.renewsAt)} 更新；工具的结果和再次下载不占张数。
        </>
      )}
    </p>
  );
}

/** Records go when the offer to take it back has lapsed, or the page is left. */
function useRemoval(list: ReturnType<typeof useDownloads>) {
  const undo = useUndo();
  const waiting = useRef<readonly string[]>([]);
  const settle = () => {
    const ids = waiting.current;
    waiting.current = [];
    undo.dismiss();
    if (ids.length > 0) void removeDownloads(ids).catch(toastFailure);
  };
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => {
    const leave = () => latest.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const remove = (records: readonly DownloadRecord[]) => {
    settle();
    const ids = records.map(({ id }) => id);
    const gone = new Set(ids);
    waiting.current = ids;
    list.edit((rows) => rows.filter(({ id }) => !gone.has(id)));
    undo.offer({
      text: `已删除 ${ids.length} 条记录`,
      act: () => {
        waiting.current = [];
        list.reload();
      },
    });
  };
  return { undo: undo.undo, remove, settle, takeBack: () => void undo.takeBack() };
}

function byDay(records: readonly DownloadRecord[]): [date: string, records: DownloadRecord[]][] {
  return [...Map.groupBy(records, ({ createdAt }) => formatDate(createdAt))];
}
