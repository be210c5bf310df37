import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Author } from '#shared/contract/gallery-case';
import { reportAuthor, setBlocked, useAuthor, useFollow } from '../../../data/gallery-people';
import { copyText } from '../../../lib/copy-text';
import { Navigate } from '../../../lib/router';
import { toastFailure } from '../../../lib/toast';
import { useQueryWords } from '../../../lib/use-query-words';
import { withLogin } from '../../../lib/with-login';
import { Button, ButtonLink, buttonLook } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { EmptyState } from '../../../ui/empty-state';
import { FollowButton } from '../../../ui/follow-button';
import { MoreIcon } from '../../../ui/icons';
import { Menu } from '../../../ui/menu';
import { UndoBar, useUndo } from '../../../ui/undo-bar';
import { Waiting } from '../../../ui/waiting';
import { PeopleList } from './people-list';
import { PersonHead } from './person-head';

const ReportDialog = lazy(() => import('../../../ui/report-dialog'));

interface AuthorTab {
  name: string;
  label: string;
  content: ReactNode;
}

interface AuthorScreenProps {
  id: string;
  ownId: string | undefined;
  /** Tabs of the person's publications, supplied by the page; the first one opens. */
  tabs: readonly AuthorTab[];
}

/** Somebody else's page: who it is, what is theirs. One's own id leads to one's own centre. */
export function AuthorScreen({ id, ownId, tabs }: AuthorScreenProps) {
  const author = useAuthor(id);
  const [words, change] = useQueryWords('tab');
  const undo = useUndo();
  const [isReporting, setReporting] = useState(false);
  const { data, error, refresh } = author;
  const follow = useFollow(id, data?.isFollowed ?? false, refresh);

  if (ownId === id || data?.isSelf) return <Navigate to="/myPersonCenter" replace />;
  if (error && !data)
    return (
      <EmptyState drawing="lost" title="没有找到这位作者" text={error.message} level={1}>
        <ButtonLink to="/findPage">去发现看看</ButtonLink>
      </EmptyState>
    );
  if (!data) return <Waiting label="正在读取作者" rows={2} height={96} />;

  const block = (isBlocked: boolean) =>
    void withLogin(async () => {
      await setBlocked(id, isBlocked);
      refresh();
      if (isBlocked)
        undo.offer({
          text: `已拉黑「${data.name}」，不再看到对方的内容`,
          act: async () => {
            await setBlocked(id, false);
            refresh();
          },
        });
    }, '登录后拉黑').catch(toastFailure);
  const people = [
    ['following', '关注', `${data.name}还没有关注别人`],
    ['followers', '被关注', `还没有人关注${data.name}`],
  ] as const;
  const all: AuthorTab[] = [
    ...tabs,
    ...people.map(([relation, label, title]) => ({
      name: relation,
      label,
      content: (
        <PeopleList id={id} relation={relation} ownId={ownId} empty={<EmptyState drawing="wall" title={title} />} />
      ),
    })),
  ];
  const tab = all.find(({ name }) => name === words.tab) ?? all[0];

  return (
    <>
      <PersonHead
        author={data}
        acts={<AuthorActs {...{ author: data, follow, block, onReport: () => setReporting(true) }} />}
      />
      {data.isBlocked ? (
        <EmptyState drawing="done" title="已拉黑" text="对方的图片、图集和案例不再显示，对方也不能关注您。">
          <Button onClick={() => block(false)}>解除拉黑</Button>
        </EmptyState>
      ) : (
        <>
          <div role="group" aria-label="看什么" className="flex gap-8 overflow-x-auto mb-24">
            {all.map(({ name, label }) => (
              <Chip
                key={name}
                aria-pressed={name === tab?.name}
                onClick={() => change({ tab: name === all[0]?.name ? '' : name })}
              >
                {label}
              </Chip>
            ))}
          </div>
          {tab?.content}
        </>
      )}
      {isReporting && (
        <Suspense>
          <ReportDialog
            what="作者"
            onSend={(reason, text) => reportAuthor(id, reason, text)}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      )}
      <UndoBar undo={undo.undo} onUndo={() => void undo.takeBack()} onClose={undo.dismiss} />
    </>
  );
}

interface AuthorActsProps {
  author: Author;
  follow: { isFollowed: boolean; toggle: () => void };
  block: (isBlocked: boolean) => void;
  onReport: () => void;
}

function AuthorActs({ author, follow, block, onReport }: AuthorActsProps) {
  const { name, isFollower, isBlocked, isHouse } = author;
  return (
    <>
      {!isBlocked && (
        <FollowButton
          size="normal"
          name={name}
          isFollowed={follow.isFollowed}
          isFollower={isFollower}
          onToggle={follow.toggle}
        />
      )}
      <Menu
        label="更多"
        align="end"
        triggerClassName={buttonLook()}
        trigger={<MoreIcon size={18} />}
        acts={[
          { label: '复制地址', act: () => void copyText(window.location.href.split(/[?#]/)[0] ?? '', '地址已复制') },
          { label: '举报', act: onReport },
          ...(isHouse ? [] : [{ label: isBlocked ? '解除拉黑' : '拉黑', act: () => block(!isBlocked) }]),
        ]}
      />
    </>
  );
}
