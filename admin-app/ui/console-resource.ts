import type { ComponentType, LazyExoticComponent } from 'react';

type LazyPage = LazyExoticComponent<ComponentType>;

/** Actions of Refine that can have an address, beside `list`. */
export type RecordAction = 'show' | 'create' | 'edit';

/** One part of the console: its place in the menu, its provider, its pages. */
export interface ConsoleResource {
  /** Name of the resource on the wire. */
  name: string;
  /** Its first path segment. */
  path: string;
  label: string;
  /** Heading it stands under. */
  group: '数据' | '用户' | '销售' | '内容' | '系统';
  Icon: ComponentType;
  /** Key of the data provider in `App.tsx`; left out for the dialect's. */
  dataProviderName?: 'manage';
  Page: LazyPage;
  /** Its menu entry counts what waits for somebody: the filters of those rows. */
  waiting?: { what: string; filter: Readonly<Record<string, string>> };
  /**
   * Opened over the page, each with an address of its own, which names a record by `:id`. Who may do `action` opens it.
   * Refine knows those of `show`, `create` and `edit`; without one of its own a record is edited where it is shown.
   */
  drawers?: ReadonlyArray<{ path: string; action: string; Drawer: LazyPage }>;
  /** Actions that open a dialog on the list and have no address. */
  inPlace?: ReadonlyArray<'create' | 'edit'>;
  /** Whole pages of one record, in place of the list. */
  pages?: ReadonlyArray<{ path: string; action: string; RecordPage: LazyPage }>;
}
