import { useMemo } from 'react';
import { useAppData } from './router';
import type { ToolCard } from './tool-card';

/** Every tool once, in the order of the registry. */
export function useToolCards(): ToolCard[] {
  const { routes } = useAppData();
  return useMemo(() => {
    const cards = new Map<string, ToolCard>();
    for (const route of Object.values(routes) as { tool?: ToolCard }[]) {
      if (route.tool && !cards.has(route.tool.id)) cards.set(route.tool.id, route.tool);
    }
    return [...cards.values()];
  }, [routes]);
}
