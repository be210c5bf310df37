import type { ResourceProps } from '@refinedev/core';
import { actionsOf } from '../providers/access-control.ts';
import type { ConsoleResource, RecordAction } from './console-resource.ts';

/** Addresses of a resource's pages. */
export interface Addresses {
  /** Label of the resource in the menu. */
  label: string;
  list: string;
  /** A record, shown or, where it has no page to be shown on, as it is changed. */
  record: (id: string) => string;
  /** The form of a new record; the list where that is made there. */
  create: string;
  /** The form of a record; where it is shown when it is changed there. */
  edit: (id: string) => string;
}

/**
 * A resource as Refine is told of it: list, show, create and edit are the addresses of the routes that `App.tsx` makes of
 * its page and drawers.
 */
export function toRefine(resource: ConsoleResource): ResourceProps {
  const { name, path, label, dataProviderName = 'default', drawers = [] } = resource;
  const routeOf = (wanted: RecordAction) => {
    const drawer = drawers.find(({ action }) => action === wanted);
    return drawer && `/${path}/${drawer.path}`;
  };
  const [show, create] = [routeOf('show'), routeOf('create')];
  const edit = routeOf('edit') ?? (actionsOf(name).includes('edit') ? show : undefined);
  return {
    ...{ name, list: `/${path}`, meta: { label, dataProviderName } },
    ...(show && { show }),
    ...(create && { create }),
    ...(edit && { edit }),
  };
}

/** @param resources as Refine knows them */
export function addressesIn(resources: readonly ResourceProps[], name: string): Addresses {
  const found = resources.find((resource) => resource.name === name);
  const routeOf = (action: 'list' | RecordAction) => {
    const route = found?.[action];
    return typeof route === 'string' ? route : undefined;
  };
  const list = routeOf('list') ?? `/${name}`;
  const at = (route: string | undefined) => (id: string) =>
    route === undefined ? list : route.replace(':id', encodeURIComponent(id));
  return {
    label: found?.meta?.label ?? name,
    list,
    record: at(routeOf('show') ?? routeOf('edit')),
    create: routeOf('create') ?? list,
    edit: at(routeOf('edit') ?? routeOf('show')),
  };
}
