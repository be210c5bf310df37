import type { ComponentType, LazyExoticComponent } from 'react';

type LazyPage = LazyExoticComponent<ComponentType>;

/** One part of the console: its place in the menu, its provider, its pages. */
export interface ConsoleResource {
  /** Name of the resource on the wire. */
  name: string;
  /** Its first path segment. */
  path: string;
  label: string;
  Icon: ComponentType;
  /** Key of the data provider in `App.tsx`. */
  dataProviderName: 'default' | 'manage';
  Page: LazyPage;
  /** Opened over the page, each with an address of its own. */
  drawers?: ReadonlyArray<{ path: string; action: string; Drawer: LazyPage }>;
}
