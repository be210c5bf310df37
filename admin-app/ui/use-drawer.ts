import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Moving between a list, e.g. `/accounts`, and its drawers; the list behind keeps its filters. */
export function useDrawer(list: `/${string}`) {
  const navigate = useNavigate();
  const { search } = useLocation();
  return {
    close: useCallback(() => navigate({ pathname: list, search }), [navigate, list, search]),
    open: useCallback((path: string) => navigate({ pathname: `${list}/${path}`, search }), [navigate, list, search]),
    linkTo: (path: string) => ({ pathname: `${list}/${path}`, search }),
  };
}
