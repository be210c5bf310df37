import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part that loads when it is needed; without a network nothing stands in its place, and the page goes on. */
export function lazyOrNothing(load: () => Promise<{ default: ComponentType }>): LazyExoticComponent<ComponentType> {
  return lazy(() => load().catch(() => ({ default: () => null })));
}
