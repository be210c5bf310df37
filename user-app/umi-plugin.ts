import { basename, join } from 'node:path';
import type { IApi } from '@umijs/max';

/**
 * Keeps the root (package.json, .umirc.ts, tsconfig.json) as Umi's working directory while its sources live in
 * user-app/. The paths are changed at registration, because `api.modifyPaths` runs after the aliases were computed.
 */
export default (api: IApi) => {
  api.describe({ key: 'userAppSource' });
  const source = join(api.cwd, 'user-app');
  Object.assign(api.paths, {
    absSrcPath: source,
    absPagesPath: join(source, 'pages'),
    absApiRoutesPath: join(source, 'api'),
    absTmpPath: join(source, basename(api.paths.absTmpPath)),
  });
};
