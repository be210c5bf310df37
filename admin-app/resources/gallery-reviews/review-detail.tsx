import { CanAccess } from '@refinedev/core';
import { Button } from 'antd';
import { galleryDeskContract } from '#shared/contract/gallery-desk';
import { pictureSourceWords } from '#shared/domain/gallery';
import { AccountLink } from '../../ui/account-link.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Facts, Section, Time } from '../../ui/parts.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useWriteMessage } from '../../ui/use-write.ts';
import { PinButton, PinMark } from '../gallery-shelf/pin-button.tsx';
import { Reports, ReviewDot, type ReviewRow } from './review-words.tsx';

const { approvePicture, pinPicture, rejectPicture } = galleryDeskContract;
const changes = ['galleryReviews'];

export default function ReviewDetail() {
  return (
    <RowDrawer<ReviewRow>
      resource="galleryReviews"
      what="图片"
      titleOf={({ title }) => title}
      footer={(row) => <ReviewActions row={row} />}
    >
      {(row) => (
        <>
          <Picture row={row} />
          <Facts
            facts={[
              ['状态', <ReviewDot key="state" state={row.state} />],
              ['置顶', <PinMark key="pin" row={row} />],
              ['举报', <Reports key="reports" row={row} />],
              ['作者', <AccountLink key="author" accountId={row.authorId} name={row.authorName} />],
              ['来源', pictureSourceWords[row.source]],
              ['分类', row.categories.join(' / ') || <span className="quiet">未分类</span>],
              ['标签', row.tags.join('、') || <span className="quiet">—</span>],
              [
                '尺寸',
                <span key="size" className="figures">
                  {row.width} × {row.height}
                </span>,
              ],
              ['发布时间', <Time key="created" at={row.createdAt} />],
              ['审核', row.reviewedBy ?? <span className="quiet">—</span>],
              ['审核时间', <Time key="reviewed" at={row.reviewedAt} />],
              ...(row.reviewReason === '' ? [] : [['理由', row.reviewReason] as const]),
            ]}
          />
          <Section title="说明">
            <p className="line is-typed">{row.description || <span className="quiet">作者没有填写说明。</span>}</p>
          </Section>
        </>
      )}
    </RowDrawer>
  );
}

function Picture({ row: { url, title, width, height } }: { row: ReviewRow }) {
  return (
    <a className="drawer-picture" href={url} target="_blank" rel="noreferrer" title="在新标签页看大图">
      <img src={`${url}?w=960`} alt={title} width={width} height={height} />
    </a>
  );
}

/** Acts of the review. A decided picture leaves the queue, so the drawer closes once the answer has come. */
function ReviewActions({ row }: { row: ReviewRow }) {
  const { close } = useDrawer('galleryReviews');
  const isSeen = row.state === 'public';
  return (
    <CanAccess resource="galleryReviews" action="edit">
      <div className="drawer-foot">
        {(!isSeen || row.openReports > 0) && <Approve row={row} onDone={close} />}
        {isSeen && (
          <PinButton
            title={row.title}
            row={row}
            changes={changes}
            onPin={(send, at, done) => send(pinPicture, { id: Number(row.id), ...at }, done)}
          />
        )}
        {row.state !== 'rejected' && (
          <ActionButton<{ reason: string }>
            label={isSeen ? '下架' : '不通过'}
            title={isSeen ? `下架「${row.title}」？` : `不通过「${row.title}」？`}
            intro="图片会立即从所有列表消失，收藏里也不再显示。"
            button={{ danger: true }}
            changes={changes}
            onSend={(send, { reason }) =>
              send(rejectPicture, { id: Number(row.id), reason }, () => (isSeen ? '已下架' : '已记为不通过'))
            }
            onDone={close}
          >
            <TextField name="reason" label="理由" schema={rejectPicture.input.shape.reason} extra="作者看得到。" />
          </ActionButton>
        )}
      </div>
    </CanAccess>
  );
}

function Approve({ row: { id, state }, onDone }: { row: ReviewRow; onDone: () => void }) {
  const { send, isPending } = useWriteMessage(changes);
  const isSeen = state === 'public';
  const approve = async () => {
    const done = isSeen ? '举报已了结，图片保留' : '已通过，现在人人可见';
    if (await send(approvePicture, { id: Number(id) }, () => done)) onDone();
  };
  return (
    <Button type="primary" loading={isPending} onClick={() => void approve()}>
      {isSeen ? '保留，了结举报' : '通过'}
    </Button>
  );
}
