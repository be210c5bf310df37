import { matchResourceFromRoute, Refine, type RouterProvider, useBreadcrumb } from '@refinedev/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { actionsOf } from '../providers/access-control.ts';
import { admin, manage } from '../providers/data-provider.ts';
import { i18nProvider } from '../providers/i18n-provider.ts';
import type { ConsoleResource } from '../ui/console-resource.ts';
import { addressesIn, toRefine } from '../ui/resource-addresses.ts';
import { personPath } from './accounts/account-words.ts';
import { resources } from './index.ts';

const told = resources.map(toRefine);
const named = resources.map((resource) => [resource.name, resource] as const);
const recordActions = ['show', 'create', 'edit'] as const;

/** The routes of `App.tsx`. */
const routes: RouteObject[] = resources.flatMap(({ path, drawers = [], pages = [] }) => [
  { path: `/${path}`, children: drawers.map(({ path: rest }) => ({ path: rest })) },
  ...pages.map(({ path: rest }) => ({ path: `/${path}/${rest}` })),
]);
const routeOf = (address: string) => matchRoutes(routes, address)?.map(({ route }) => route.path);

/** The drawer that an action opens. */
const drawerFor = ({ drawers = [] }: ConsoleResource, action: string) =>
  drawers.find((drawer) => drawer.action === action)?.path;

test.each(named)('%s: what can be done has an address, or is done on the list', (name, resource) => {
  const known = toRefine(resource);
  const done = recordActions.filter((action) => actionsOf(name).includes(action));
  const inPlace: readonly string[] = resource.inPlace ?? [];
  expect(actionsOf(name)).toContain('list');
  expect(recordActions.filter((action) => known[action])).toEqual(done.filter((action) => !inPlace.includes(action)));
});

test.each(named)('%s: its addresses are those of its routes', (name, resource) => {
  const { path } = resource;
  const { list, record, create, edit } = addressesIn(told, name);
  expect(routeOf(list)).toEqual([`/${path}`]);
  const shown = drawerFor(resource, 'show') ?? drawerFor(resource, 'edit');
  expect(routeOf(record('id-1'))).toEqual(shown ? [`/${path}`, shown] : [`/${path}`]);
  const form = drawerFor(resource, 'edit') ?? shown;
  expect(routeOf(edit('id-1'))).toEqual(form ? [`/${path}`, form] : [`/${path}`]);
  const made = drawerFor(resource, 'create');
  expect(routeOf(create)).toEqual(made ? [`/${path}`, made] : [`/${path}`]);
});

test.each(named)('%s: Refine knows its addresses again', (name) => {
  const { list, record } = addressesIn(told, name);
  for (const address of [list, record('id-1')]) expect(matchResourceFromRoute(address, told).resource?.name).toBe(name);
});

function Crumbs() {
  return useBreadcrumb()
    .breadcrumbs.map(({ label, href }) => `${label}=${href ?? ''}`)
    .join('>');
}

/** The breadcrumbs of a page, as Refine makes them. */
function crumbsAt(pathname: string): string {
  const { resource, action } = matchResourceFromRoute(pathname, told);
  const parsed = { pathname, params: {}, ...(resource && { resource }), ...(action && { action }) };
  const routerProvider: RouterProvider = { parse: () => () => parsed };
  const props = { dataProvider: { default: admin, manage }, i18nProvider, routerProvider, resources: told };
  const app = createElement(Refine, { ...props, options: { disableTelemetry: true } }, createElement(Crumbs));
  return renderToStaticMarkup(app).replaceAll('&gt;', '>');
}

test.each(named)('%s: breadcrumbs lead back to the list', (name, resource) => {
  const { list, record, label } = addressesIn(told, name);
  const crumb = `${label}=${list}`;
  expect(crumbsAt(list)).toBe(crumb);
  if (record('id-1') !== list)
    expect(crumbsAt(record('id-1'))).toBe(`${crumb}>${drawerFor(resource, 'show') ? '详情' : '编辑'}=`);
});

test('the whole page of an account is below its record', () => {
  const { record } = addressesIn(told, 'account');
  expect(personPath('id-1')).toBe(`${record('id-1')}/profile`);
  expect(routeOf(personPath('id-1', 'notes'))).toEqual(['/accounts/:id/profile/:section?']);
});
