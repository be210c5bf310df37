import { useEffect, useState } from 'react';
import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';
import { whenIdle } from '../lib/when-idle';
import { useCurrentUser } from './user';

/** Present notices for this person, the newest first; read once the page is shown. */
export function useNotices() {
  const { user } = useCurrentUser();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return useServerState(() => api.notices({}), {
    key: `notices-${user?.userId ?? ''}`,
    isReady: isIdle,
    freshFor: 5 * minute,
  });
}

export async function dismissNotice(id: string, edition: number): Promise<void> {
  await api.dismissNotice({ id, edition });
}
