import { type HttpError, useList } from '@refinedev/core';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { StaffView } from '#shared/contract/view-desk';
import { minute } from '#shared/domain/time';
import { questionOf, readView, withView } from '../../providers/router.ts';
import { useStaff } from '../../providers/staff-session.ts';

/** Asks for the list as it is without any view. */
const noView = 'all';

const mostShown = 200;

/**
 * The views of a list that one may see, and the one that is open. A list without a question opens with its default: one's
 * own, or else that of one's role.
 */
export function useViews(resource: string, path: string) {
  const staff = useStaff();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { query, result } = useList<StaffView, HttpError>({
    resource: 'views',
    filters: [{ field: 'resource', operator: 'eq', value: resource }],
    sorters: [{ field: 'name', order: 'asc' }],
    pagination: { currentPage: 1, pageSize: mostShown },
    errorNotification: false,
    queryOptions: { staleTime: 5 * minute },
  });
  const views = result.data;
  const isForMe = (view: StaffView) => view.scope === 'own' || view.role === staff?.role;
  const preferred =
    views.find((view) => view.isDefault && view.scope === 'own') ??
    views.find((view) => view.isDefault && isForMe(view));
  const open = views.find(({ id }) => id === readView(search));

  const addressOf = ({ id, query: asked }: Pick<StaffView, 'id' | 'query'>) => ({
    pathname: path,
    search: withView(asked === '' ? '' : `?${asked}`, id),
  });
  useEffect(() => {
    if (preferred && search === '' && pathname === path) void navigate(addressOf(preferred), { replace: true });
  });

  return {
    views,
    open,
    /** True when the list asks for something else than the open view by now. */
    isMoved: open !== undefined && questionOf(search) !== questionOf(`?${open.query}`),
    question: questionOf(search),
    isForMe,
    isAdmin: staff?.role === 'admin',
    addressOf,
    everything: { pathname: path, search: withView('', noView) },
    error: query.error,
  };
}

export type Views = ReturnType<typeof useViews>;
