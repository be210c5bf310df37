import { useEffect, useState } from 'react';
import type { Answer } from '#shared/contract/endpoint';
import type { galleryContract } from '#shared/contract/gallery';
import type { ReportReason } from '#shared/domain/gallery';
import { api } from '../lib/api';
import { useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { toastFailure } from '../lib/toast';
import { withLogin } from '../lib/with-login';
import { followAuthor } from './gallery';

export type Relation = 'following' | 'followers' | 'blocked';
export type Person = Answer<typeof galleryContract.people>['list'][number];

/** @param id `me` is whoever is logged in */
export function useAuthor(id: string, isReady = true) {
  return useServerState(() => api.author({ id }), { key: `author:${id}`, isReady });
}

export function usePeople(id: string, relation: Relation) {
  return useServerList<Person>((cursor) => api.people({ id, relation, ...(cursor ? { cursor } : {}) }), {
    idOf: ({ authorId }) => authorId,
    dependsOn: [id, relation],
  });
}

export const reportAuthor = (id: string, reason: ReportReason, text: string) => api.reportAuthor({ id, reason, text });
export const setBlocked = (id: string, isBlocked: boolean) => api.blockAuthor({ id, isBlocked });
export const editAbout = (about: string) => api.editAbout({ about });

/** Following somebody: shown at once, taken back when it is refused. */
export function useFollow(authorId: string, known: boolean, onChanged?: () => void) {
  const [isFollowed, setFollow] = useState(known);
  useEffect(() => setFollow(known), [known]);
  const toggle = () => {
    const next = !isFollowed;
    const send = async () => {
      setFollow(next);
      try {
        await followAuthor(authorId, next);
      } catch (error) {
        setFollow(!next);
        throw error;
      }
      onChanged?.();
    };
    void withLogin(send, '登录后关注').catch(toastFailure);
  };
  return { isFollowed, toggle };
}
