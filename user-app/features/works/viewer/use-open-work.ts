import { useEffect, useState } from 'react';
import type { Work } from '#shared/contract/project';
import { failureWords } from '#shared/domain/failure-words';
import { readWork, type WorksList } from '../../../data/works';
import { useListPart } from '../../../lib/server-list';

export interface OpenWork {
  work: Work | undefined;
  /** Why it cannot be shown. */
  problem: string | undefined;
  /** Ids of the works before and after it in the list. */
  previous: string | undefined;
  next: string | undefined;
}

/** The work that the address names: from the list, or read by itself when the list does not hold it. */
export function useOpenWork(openId: string | undefined, list: WorksList): OpenWork {
  const [read, setRead] = useState<{ id: string; work?: Work; problem?: string }>();
  const known = useBeside(list, openId, 0);
  const previous = useBeside(list, openId, -1)?.taskId;
  const next = useBeside(list, openId, 1)?.taskId;
  const isMissing = openId !== undefined && !known;
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    readWork(openId).then(
      (work) => isWanted && setRead({ id: openId, work }),
      (error: unknown) => isWanted && setRead({ id: openId, problem: failureWords(error, '作品没有读到') }),
    );
    return () => {
      isWanted = false;
    };
  }, [openId, isMissing]);
  const own = read?.id === openId ? read : undefined;
  return {
    work: known ?? own?.work,
    problem: own?.problem,
    previous,
    next,
  };
}

/** The work so many places after another one. */
function useBeside(list: WorksList, taskId: string | undefined, distance: number): Work | undefined {
  return useListPart(list, ({ places }) => {
    const at = places.indexOf(taskId);
    return at < 0 ? undefined : places.at(at + distance);
  });
}
