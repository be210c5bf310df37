import { type HttpError, useCustom } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { type FoundRecord, searchDeskContract } from '#shared/contract/search-desk';
import type { ConsoleResource } from '../console-resource.ts';
import type { Command } from './commands.ts';

const leastTyped = 2;
const pauseMs = 250;

/** Records that what is typed names; asked once one stops typing. */
export function useFoundRecords(typed: string, resources: readonly ConsoleResource[]) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = asked.length >= leastTyped;
  const { query } = useCustom<FoundRecord[], HttpError>({
    url: searchDeskContract.search.path,
    method: 'get',
    config: { query: { q: asked } },
    errorNotification: false,
    queryOptions: { enabled: isAsked, retry: false },
  });
  const records = isAsked && Array.isArray(query.data?.data) ? query.data.data : [];
  const commands = records.flatMap(({ resource, id, title, note }): Command[] => {
    const home = resources.find(({ name }) => name === (resource === 'accounts' ? 'account' : resource));
    if (!home) return [];
    const hasDrawer = home.drawers?.some(({ path }) => path.startsWith(':')) ?? false;
    const to = hasDrawer ? `/${home.path}/${id}` : `/${home.path}?q=${encodeURIComponent(id)}`;
    return [{ key: `${resource}:${id}`, group: home.label, title, note, to }];
  });
  const isBusy = typed.trim().length >= leastTyped && (asked !== typed.trim() || query.isFetching);
  return { commands, isBusy, error: isAsked ? query.error : null };
}
