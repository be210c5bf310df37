import { basename, join } from 'node:path';
import type { IApi } from '@umijs/max/index.js';
import { firstPictures } from './first-pictures';
import { splashId } from './lib/splash-ids';
import { splashHtml } from './splash';

/**
 * Keeps the root (package.json, .umirc.ts, tsconfig.json) as Umi's working directory while its sources live in
 * user-app/. The paths are changed at registration, because `api.modifyPaths` runs after the aliases were computed.
 * Also mends Umi's page template: the language, zooming, and the first frame, the sentence for browsers without
 * scripts (docs/RULES.md R21).
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
  // The preset does not see the targets of the configuration and would write the code of 2009.
  api.modifyBabelPresetOpts((options) => ({ ...options, presetEnv: { targets: api.config.targets } }));
  api.modifyHTML(($) => {
    $('html').attr('lang', 'zh-CN');
    // The template's own viewport forbids zooming, which people with weak eyes need.
    $('meta[name=viewport]').attr('content', 'width=device-width, initial-scale=1, viewport-fit=cover');
    $('meta[http-equiv]').remove();
    $('body').prepend(splashHtml);
    // Content before them is painted while they load.
    $('#root').before($('head > link[rel=stylesheet], head > script[src*=preload_helper]'));
    const scripts = $('#root ~ script[src]');
    const sources = scripts.toArray().map((script) => $(script).attr('src') ?? '');
    scripts.remove();
    const boot = $('head > script[src="/boot.js"]');
    boot.attr('data-first-pictures', JSON.stringify(firstPictures())).attr('data-app', JSON.stringify(sources));
    boot.after(sources.map((source) => `<link rel="preload" as="script" href="${source}">`).join(''));
    $('body').prepend('<noscript>Enable JavaScript to run this app.</noscript>');
    $('head').append(`<noscript><style>#${splashId}{display:none}</style></noscript>`);
    return $;
  });
};
