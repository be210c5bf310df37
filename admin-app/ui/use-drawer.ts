import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAddresses } from './use-addresses.ts';

/**
 * Moving between the list of a resource and its drawers; the list behind keeps its filters. From a page of something else
 * a drawer opens over the whole list.
 * @param home page that lies behind in place of the list
 */
export function useDrawer(resource: string, home?: string) {
  const navigate = useNavigate();
  const addresses = useAddresses(resource);
  const { pathname, search: asked } = useLocation();
  const list = home ?? addresses.list;
  const search = pathname === list || pathname.startsWith(`${list}/`) ? asked : '';
  return {
    addresses,
    close: useCallback(() => navigate({ pathname: list, search }), [navigate, list, search]),
    /** @param address one of `addresses`, or one below the list */
    open: useCallback((address: string) => navigate({ pathname: address, search }), [navigate, search]),
    linkTo: (address: string) => ({ pathname: address, search }),
  };
}
