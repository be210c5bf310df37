import { tools } from '../tools/registry.ts';

/** Paths of the user app's screens besides the tools'; `:name` stands for one part. */
const otherPaths = [
  '/',
  '/home',
  '/list',
  '/user/login',
  '/aiDesignMangement',
  '/dingzhi',
  '/deepseek',
  '/gpt2',
  '/membership',
  '/orders',
  '/tickets',
  '/done',
  '/done2',
  '/client',
  '/agreement',
  '/share/:token',
  '/tupianHome',
  '/caseHome',
  '/findPage',
  '/seachInspiration',
  '/authorInspirationhome/:id',
  '/insHomeByCreate/:id',
  '/insHomeByCollect/:id',
  '/insHomeByCase/:id',
  '/searchCase',
  '/anliSearch',
  '/moreCollections',
  '/myDownloads',
  '/similar/:pictureId',
  '/casemineByCreate',
  '/casemineByCollect',
  '/casemineByCase',
  '/classifyPage/:ids',
  '/classifyCase/:ids',
  '/aiToolPage',
  '/authorHomePage/:id',
  '/landing',
  '/myPersonCenter',
  '/otherPersonCenter/:id',
  '/qaPage',
] as const;

/** Paths of every screen; the user app's routes are these and the local ones (user-app/routes.test.ts). */
export const pagePaths: readonly string[] = [...otherPaths, ...tools.flatMap((tool) => tool.paths)];

/** Screens for those who build the product: pages in local mode, nothing anywhere else. */
export const localPagePaths: readonly string[] = ['/ui-parts'];

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');
const partsOfAll = (paths: readonly string[]) => paths.map((path) => partsOf(path.toLowerCase()));
const known = partsOfAll(pagePaths);
const knownLocally = [...known, ...partsOfAll(localPagePaths)];

/** Whether a screen answers to a path; letters in either case and slashes at the end count as they do in the browser. */
export function isPagePath(path: string, isLocal = false): boolean {
  const parts = partsOf(path.toLowerCase());
  return (isLocal ? knownLocally : known).some(
    (page) => page.length === parts.length && page.every((part, at) => part.startsWith(':') || part === parts[at]),
  );
}
