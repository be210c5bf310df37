import { useAllowed } from '../../lib/allowed';
import type { RouteProps } from '../../lib/route-props';
import { useAppData } from '../../lib/router';

/**
 * The menu made from the routes: all but those hidden from it (docs/RULES.md R17), or whose access flag is false
 * (docs/RULES.md R18).
 */
export function useRouteMenu(): { path: string; title: string }[] {
  const { routes } = useAppData();
  const isAllowed = useAllowed();
  return (Object.values(routes) as (RouteProps & { path?: string })[])
    .filter((route) => route.path && route.title && !route.hideMenu && isAllowed(route))
    .map((route) => ({ path: route.path ?? '/', title: route.title ?? '' }));
}
