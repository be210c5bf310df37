import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Moving between a list, e.g. `/accounts`, and its drawers; the list behind keeps its filters. From a page of something
 * else a drawer opens over the whole list.
 */
export function useDrawer(list: `/${string}`) {
  const navigate = useNavigate();
  const { pathname, search: asked } = useLocation();
  const search = pathname === list || pathname.startsWith(`${list}/`) ? asked : '';
  return {
    close: useCallback(() => navigate({ pathname: list, search }), [navigate, list, search]),
    open: useCallback((path: string) => navigate({ pathname: `${list}/${path}`, search }), [navigate, list, search]),
    linkTo: (path: string) => ({ pathname: `${list}/${path}`, search }),
  };
}
