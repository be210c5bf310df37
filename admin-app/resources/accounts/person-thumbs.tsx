import { useCustom } from '@refinedev/core';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { accountDeskContract } from '#shared/contract/account-desk';
import type { Answer } from '#shared/contract/endpoint';
import type { StaffTask } from '#shared/contract/staff';

const { taskThumbs } = accountDeskContract;
type Thumb = Answer<typeof taskThumbs>[number];

const Thumbs = createContext<ReadonlyMap<string, Thumb>>(new Map());

/** Asks for the small pictures of all tasks that are listed, in one call. */
export function TaskThumbs({ tasks, children }: { tasks: readonly StaffTask[]; children: ReactNode }) {
  const ids = tasks
    .filter(({ status }) => status === 'succeeded')
    .map(({ id }) => id)
    .join();
  const { query } = useCustom<Thumb[]>({
    url: taskThumbs.path,
    method: 'get',
    config: { query: { ids } },
    errorNotification: false,
    queryOptions: { enabled: ids !== '' },
  });
  const thumbs = query.data?.data;
  const known = useMemo(
    () => new Map((ids === '' ? [] : (thumbs ?? [])).map((thumb) => [thumb.taskId, thumb])),
    [ids, thumbs],
  );
  return <Thumbs.Provider value={known}>{children}</Thumbs.Provider>;
}

/** The first result of a task, and how many more there are; the whole opens in a tab of its own. */
export function TaskThumb({ task: { id, toolTitle } }: { task: StaffTask }) {
  const thumb = useContext(Thumbs).get(id);
  if (!thumb) return <span className="person-thumb is-none" aria-hidden="true" />;
  return (
    <a className="person-thumb" href={thumb.url} target="_blank" rel="noreferrer" title="在新标签页看大图">
      <img
        src={`${thumb.url}?w=160`}
        alt={`${toolTitle}的结果`}
        width={thumb.width}
        height={thumb.height}
        loading="lazy"
      />
      {thumb.count > 1 && <span className="figures">{thumb.count} 张</span>}
    </a>
  );
}
