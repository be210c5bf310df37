import { bare, pages } from '#shared/domain/pages';
import { tools } from '#shared/tools/registry';
import type { RouteProps } from './lib/route-props';
import { toolCardOf } from './lib/tool-card';

interface ProductRoute extends RouteProps {
  path: string;
  component: string;
}

const toolRoutes: ProductRoute[] = tools.flatMap((tool) =>
  tool.paths.map((path) => ({
    path,
    component: './tool',
    title: tool.title,
    hideMenu: true,
    toolId: tool.id,
    tool: toolCardOf(tool),
    ...(tool.isFullScreen ? bare : {}),
  })),
);

const pageRoutes: ProductRoute[] = pages.map(({ page, isLocal: _isLocal, ...route }) => ({
  ...route,
  component: `./${page}`,
}));

/** Every screen (docs/RULES.md R15). Each component is a chunk of its own; all tools share one. */
export const routes: ProductRoute[] = [
  ...pageRoutes,
  ...toolRoutes,
  { path: '/*', component: './not-found', title: '页面不存在', hideMenu: true },
];
