import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Moving between the account list and its drawers; the list behind keeps its filters. */
export function useDrawer() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return {
    close: useCallback(() => navigate({ pathname: '/accounts', search }), [navigate, search]),
    open: useCallback((path: string) => navigate({ pathname: `/accounts/${path}`, search }), [navigate, search]),
    linkTo: (path: string) => ({ pathname: `/accounts/${path}`, search }),
  };
}
