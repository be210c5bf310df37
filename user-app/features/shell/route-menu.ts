import { useAccess, useAppData } from '@umijs/max';
import type { RouteProps } from '../../lib/route-props';

/** Whether a route or entry may be seen: what names no flag is for all. */
export function isAllowed(flag: string | undefined, access: Readonly<Record<string, boolean>>): boolean {
  return flag === undefined || access[flag] === true;
}

/** The menu made from the routes: all but those hidden from it, or whose access flag is false (spec §2, §6). */
export function useRouteMenu(): { path: string; title: string }[] {
  const { routes } = useAppData();
  const access = useAccess() as Readonly<Record<string, boolean>>;
  return (Object.values(routes) as (RouteProps & { path?: string })[])
    .filter((route) => route.path && route.title && !route.hideMenu && isAllowed(route.access, access))
    .map((route) => ({ path: route.path ?? '/', title: route.title ?? '' }));
}
