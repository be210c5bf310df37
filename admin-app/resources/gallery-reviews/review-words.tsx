import type { ReviewedPicture } from '#shared/contract/gallery-desk';
import { pictureStateWords, reportReasonWords } from '#shared/domain/gallery';
import { StatusDot } from '../../ui/parts.tsx';
import { statusWords } from '../../ui/status-words.tsx';

/** A picture as the console's lists hold it: with its number as text. */
export type ReviewRow = Omit<ReviewedPicture, 'id'> & { id: string };

export const reviewStatus = statusWords(pictureStateWords, {
  pending: 'warning',
  public: 'success',
  rejected: 'danger',
});

export function ReviewDot({ state }: Pick<ReviewRow, 'state'>) {
  // Pictures that are private are nobody's to review, and in no answer.
  return state === 'private' ? null : <reviewStatus.Dot status={state} />;
}

export const reportedChoices = [
  { value: 'true', label: '有举报' },
  { value: 'false', label: '没有举报' },
];

/** Reports nobody has answered: how many, and the reasons they give. */
export function Reports({ row: { openReports, reportReasons } }: { row: ReviewRow }) {
  if (openReports === 0) return <span className="quiet">—</span>;
  const reasons = reportReasons.map((reason) => reportReasonWords[reason]).join('、');
  return (
    <StatusDot tone="danger">
      {openReports} 条：{reasons}
    </StatusDot>
  );
}

/** The deepest category, all above it on hover. */
export function Category({ names }: { names: readonly string[] }) {
  return names.length === 0 ? (
    <span className="quiet">未分类</span>
  ) : (
    <span className="clip" title={names.join(' / ')}>
      {names.at(-1)}
    </span>
  );
}
