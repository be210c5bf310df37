import { useState } from 'react';
import { localStore } from '#shared/browser/stores';
import { useStaff } from '../../providers/staff-session.ts';
import { type ListLayout, plainLayout, readLayout } from './list-layout.ts';

/**
 * The layout of a list, remembered per person in this browser. A view that is open brings its own; what is changed over
 * it is remembered with it.
 */
export function useListLayout(resource: string, view: { id: string; layout: ListLayout | null } | undefined) {
  const staff = useStaff();
  const [, setChanges] = useState(0);
  const key = `console.layout.${staff?.accountId ?? ''}.${resource}${view ? `.${view.id}` : ''}`;
  const own = readLayout(localStore.getItem(key));
  const write = (layout: ListLayout | undefined) => {
    if (layout) localStore.setItem(key, JSON.stringify(layout));
    else localStore.removeItem(key);
    setChanges((count) => count + 1);
  };
  return {
    layout: own ?? view?.layout ?? plainLayout,
    isOwn: own !== undefined,
    change: (layout: ListLayout) => write(layout),
    reset: () => write(undefined),
  };
}

export type LayoutState = ReturnType<typeof useListLayout>;
