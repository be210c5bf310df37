import { pictureSourceWords } from '#shared/domain/gallery';
import { AccountLink } from '../../ui/account-link.tsx';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { BulkVerb } from '../../ui/list/bulk.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { pinColumn, pinnedChoices } from '../gallery-shelf/pin-button.tsx';
import { Category, Reports, ReviewDot, type ReviewRow, reportedChoices, reviewStatus } from './review-words.tsx';

export default function ReviewList() {
  return (
    <ListPage<ReviewRow>
      resource="galleryReviews"
      title="图库审核"
      what="图片"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索图片" placeholder="标题、作者" />
          <ChoiceFilter list={list} name="state" label="状态" choices={reviewStatus.choices} isMultiple />
          <ChoiceFilter list={list} name="isReported" label="举报" choices={reportedChoices} />
          <ChoiceFilter list={list} name="isPinned" label="置顶" choices={pinnedChoices} />
        </>
      )}
      columns={columns}
      card={(row) => <ReviewCard row={row} />}
      nameOf={({ title }) => title}
      bulk={verbs}
      emptySentence="还没有人发布图片。有人发布后会出现在这里。"
    />
  );
}

const verbs: ReadonlyArray<BulkVerb<ReviewRow>> = [
  {
    verb: 'approve',
    label: '通过',
    title: (count) => `通过 ${formatNumber(count)} 张图片？`,
    intro: '通过后人人可见，未了结的举报一并了结。',
    action: 'edit',
    isFor: ({ state, openReports }) => state !== 'public' || openReports > 0,
  },
  {
    verb: 'reject',
    label: '不通过',
    title: (count) => `不通过 ${formatNumber(count)} 张图片？`,
    intro: '图片会立即从所有列表消失，收藏里也不再显示。',
    isDanger: true,
    action: 'edit',
    reason: '理由',
    isFor: ({ state }) => state !== 'rejected',
  },
];

const columns: ReadonlyArray<DataColumn<ReviewRow>> = [
  { key: 'picture', title: '图片', width: 72, render: (row) => <Thumb row={row} /> },
  { key: 'title', title: '标题', width: 200, render: (row) => <Title row={row} /> },
  { key: 'state', title: '状态', width: 88, render: ({ state }) => <ReviewDot state={state} /> },
  pinColumn,
  { key: 'openReports', title: '举报', width: 170, render: (row) => <Reports row={row} /> },
  {
    key: 'author',
    title: '作者',
    width: 140,
    render: ({ authorId, authorName }) => <AccountLink accountId={authorId} name={authorName} />,
  },
  { key: 'source', title: '来源', width: 64, render: ({ source }) => pictureSourceWords[source] },
  { key: 'category', title: '分类', width: 120, render: ({ categories }) => <Category names={categories} /> },
  timeColumn('createdAt', '发布时间', { isSortable: true }),
  timeColumn('reviewedAt', '审核时间', { isSortable: true }),
];

function Title({ row: { id, title } }: { row: ReviewRow }) {
  return <RowLink resource="galleryReviews" id={id} text={title} />;
}

function Thumb({ row: { url } }: { row: ReviewRow }) {
  // Twice the size it is shown at; its title stands beside it.
  return <img className="row-thumb" src={`${url}?w=160`} alt="" width={48} height={36} loading="lazy" />;
}

function ReviewCard({ row }: { row: ReviewRow }) {
  return (
    <div className="card-picture">
      <Thumb row={row} />
      <div>
        <div className="card-head">
          <Title row={row} />
          <ReviewDot state={row.state} />
        </div>
        <div className="card-line">
          <AccountLink accountId={row.authorId} name={row.authorName} />
          <span className="quiet">{pictureSourceWords[row.source]}</span>
          <Category names={row.categories} />
        </div>
        <div className="card-line quiet">
          <Time at={row.createdAt} />
          {row.openReports > 0 && <Reports row={row} />}
        </div>
      </div>
    </div>
  );
}
