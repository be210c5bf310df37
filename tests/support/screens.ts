import { type PageFacts, pages } from '#shared/domain/pages';
import { tools } from '#shared/tools/registry';

/** A screen of the user app at an address that answers. */
export interface Screen extends PageFacts {
  path: string;
}

/** A link that exists is needed for these; tests/e2e/share.spec.ts makes one. */
const pathsOfOwnStories = ['/share/:token'];

/** Examples for the parts of an address: ids that nobody has. */
const example = (path: string) => path.replace(/:ids$/, '1-2-3').replace(/:\w+/, '1');

const pageScreens = pages
  .filter(({ path, isLocal }) => !isLocal && !pathsOfOwnStories.includes(path))
  .map((page) => ({ ...page, path: example(page.path) }));
const toolScreens = tools.flatMap(({ paths, title, group, isFullScreen }) =>
  paths.map((path) => ({
    ...{ path, title, group },
    ...(isFullScreen && ({ hideHeader: true, hideFooter: true } as const)),
  })),
);
const isGallery = ({ page }: { page: string }) => page.startsWith('gallery/');
const isForPictures = ({ group }: { group: string }) => group === 'edit' || group === 'video';

/** Every screen of production but those with stories of their own, in groups of about the same size. */
export const screenGroups: Readonly<Record<string, readonly Screen[]>> = {
  'screens about the product': pageScreens.filter((screen) => !isGallery(screen)),
  'render tools': toolScreens.filter((screen) => !isForPictures(screen)),
  'tools for pictures and videos': toolScreens.filter(isForPictures),
  'gallery screens': pageScreens.filter(isGallery),
};
