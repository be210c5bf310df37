import { CanAccess } from '@refinedev/core';
import type { ReactNode } from 'react';
import { galleryShelfDeskContract, type ShelfCase, type ShelfSet } from '#shared/contract/gallery-shelf-desk';
import { AccountLink } from '../../ui/account-link.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Facts, StatusDot, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { Category } from '../gallery-reviews/review-words.tsx';
import { PinButton, PinMark } from './pin-button.tsx';
import './shelf.css';

const { hideCase, hideSet, showCase, showSet, pinGalleryCase, pinGallerySet } = galleryShelfDeskContract;

export type ShelfRow = ShelfSet | ShelfCase;

/** Differences of sets and cases: Chinese name and calls. */
export const shelves = {
  gallerySets: { what: '图集', hide: hideSet, show: showSet, pin: pinGallerySet },
  galleryCases: { what: '案例', hide: hideCase, show: showCase, pin: pinGalleryCase },
} as const;
export type Shelf = keyof typeof shelves;

export const standingChoices = [
  { value: 'false', label: '展示中' },
  { value: 'true', label: '已下架' },
];

function Standing({ row: { isHidden } }: { row: ShelfRow }) {
  return isHidden ? <StatusDot tone="danger">已下架</StatusDot> : <StatusDot tone="success">展示中</StatusDot>;
}

function Cover({ row: { pictures } }: { row: ShelfRow }) {
  const [first] = pictures;
  if (!first) return <span className="quiet">—</span>;
  // Twice the size it is shown at; its title stands beside it.
  return <img className="row-thumb" src={`${first.url}?w=160`} alt="" width={48} height={36} loading="lazy" />;
}

export const coverColumn: DataColumn<ShelfRow> = {
  key: 'cover',
  title: '图片',
  width: 72,
  render: (row) => <Cover row={row} />,
};
export const titleColumn = (shelf: Shelf): DataColumn<ShelfRow> => ({
  key: 'title',
  title: '标题',
  width: 220,
  render: ({ id, title }) => <RowLink resource={shelf} id={id} text={title} />,
});
export const standingColumn: DataColumn<ShelfRow> = {
  key: 'isHidden',
  title: '状态',
  width: 88,
  render: (row) => <Standing row={row} />,
};
export const sharedColumns: ReadonlyArray<DataColumn<ShelfRow>> = [
  {
    key: 'author',
    title: '作者',
    width: 140,
    render: ({ authorId, authorName }) => <AccountLink accountId={authorId} name={authorName} />,
  },
  { key: 'category', title: '分类', width: 120, render: ({ categories }) => <Category names={categories} /> },
  {
    key: 'collects',
    title: '收藏',
    width: 72,
    isSortable: true,
    isFigure: true,
    render: ({ collects }) => formatNumber(collects),
  },
  timeColumn('createdAt', '发布时间', { isSortable: true }),
];

export function ShelfCard({ shelf, row, more }: { shelf: Shelf; row: ShelfRow; more: ReactNode }) {
  return (
    <div className="card-picture">
      <Cover row={row} />
      <div>
        <div className="card-head">
          <RowLink resource={shelf} id={row.id} text={row.title} />
          <Standing row={row} />
        </div>
        <div className="card-line">
          <AccountLink accountId={row.authorId} name={row.authorName} />
          <Category names={row.categories} />
        </div>
        <div className="card-line quiet">
          <Time at={row.createdAt} />
          {more}
          {row.pinPlace !== null && (
            <span>
              置顶：
              <PinMark row={row} />
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/** Facts of a set or a case, with its pictures. */
export function ShelfFacts({ row, more }: { row: ShelfRow; more: ReadonlyArray<readonly [string, ReactNode]> }) {
  return (
    <>
      <Facts
        facts={[
          ['状态', <Standing key="standing" row={row} />],
          ...(row.hiddenReason === '' ? [] : [['下架理由', row.hiddenReason] as const]),
          ['置顶', <PinMark key="pin" row={row} />],
          ['作者', <AccountLink key="author" accountId={row.authorId} name={row.authorName} />],
          ['分类', row.categories.join(' / ') || <span className="quiet">未分类</span>],
          ...more,
          ['收藏', row.collects],
          ['发布时间', <Time key="created" at={row.createdAt} />],
        ]}
      />
      {row.pictures.length > 0 && (
        <ul className="shelf-pictures" aria-label="图片">
          {row.pictures.map(({ id, url, width, height }, place) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noreferrer" title="在新标签页看大图">
                <img src={`${url}?w=320`} alt={`第 ${place + 1} 张`} width={width} height={height} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Correcting texts, taking down and showing again, all undone from the notice that follows. */
export function ShelfActions({ shelf, row, edit }: { shelf: Shelf; row: ShelfRow; edit: ReactNode }) {
  const { id, title, isHidden } = row;
  const { what, hide, show, pin } = shelves[shelf];
  const call = isHidden ? show : hide;
  const word = isHidden ? '恢复展示' : '下架';
  return (
    <CanAccess resource={shelf} action="edit">
      <div className="drawer-foot">
        {edit}
        {!isHidden && (
          <PinButton
            title={title}
            row={row}
            changes={[shelf]}
            onPin={(send, at, done) => send(pin, { id, ...at }, done)}
          />
        )}
        <ActionButton<{ reason: string }>
          label={word}
          title={`${word}「${title}」？`}
          intro={
            isHidden
              ? `${what}重新出现在列表、搜索和作者主页。`
              : `${what}立即从列表、搜索和作者主页消失，作者自己仍看得到。其中的图片不受影响。`
          }
          button={isHidden ? { type: 'primary' } : { danger: true }}
          changes={[shelf]}
          onSend={(send, { reason }) => send(call, { id, reason }, () => `已${word}「${title}」`)}
        >
          <TextField name="reason" label="理由" schema={hide.input.shape.reason} extra="记入审计。" />
        </ActionButton>
      </div>
    </CanAccess>
  );
}
