import { useEffect, useState } from 'react';
import type { Work } from '#shared/contract/project';
import { readWork } from '../../../data/works';
import type { WorkPlace } from '../../../data/works-list';

export interface OpenWork {
  work: Work | undefined;
  /** Why it cannot be shown. */
  problem: string | undefined;
  /** Ids of the works before and after it in the list. */
  previous: string | undefined;
  next: string | undefined;
}

/** The work that the address names: from the list, or read by itself when the list does not hold it. */
export function useOpenWork(openId: string | undefined, places: readonly WorkPlace[]): OpenWork {
  const [read, setRead] = useState<{ id: string; work?: Work; problem?: string }>();
  const at = openId === undefined ? -1 : places.findIndex((place) => place?.taskId === openId);
  const isMissing = openId !== undefined && at < 0;
  useEffect(() => {
    if (!isMissing) return;
    let isWanted = true;
    readWork(openId).then(
      (work) => isWanted && setRead({ id: openId, work }),
      (error: unknown) =>
        isWanted && setRead({ id: openId, problem: error instanceof Error ? error.message : '作品没有读到' }),
    );
    return () => {
      isWanted = false;
    };
  }, [openId, isMissing]);
  const own = read?.id === openId ? read : undefined;
  return {
    work: places[at] ?? own?.work,
    problem: own?.problem,
    previous: at > 0 ? places[at - 1]?.taskId : undefined,
    next: at >= 0 ? places[at + 1]?.taskId : undefined,
  };
}
