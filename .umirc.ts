import { defineConfig } from '@umijs/max/index.js';
import { cssVariables, darkPalette, lightPalette, scaleVariables, sizes } from '#shared/design/tokens';
import { userContract } from '#shared/contract/user';
import { wireOf } from '#shared/contract/wire';
import { pageTitle } from './user-app/lib/page-title';
import { routes } from './user-app/routes';

/** A part of a page takes the other theme with the attribute on it. */
const tokenStyles = [
  `:root { ${scaleVariables} --header: ${sizes.header}px; }`,
  `:root, [data-theme='light'] { ${cssVariables(lightPalette)} color-scheme: light; }`,
  `[data-theme='dark'] { ${cssVariables(darkPalette)} color-scheme: dark; }`,
].join('\n');

const targets = { chrome: 100 };
/** For esbuild. Umi would add ES2015, which makes the scripts larger. */
const target = Object.entries(targets).map(([name, version]) => `${name}${version}`);
const isProduction = process.env.NODE_ENV === 'production';

const apiServer = `http://localhost:${process.env.API_PORT ?? 8000}`;

const extractor = 'mini-css-extract-plugin';

interface Chain {
  optimization: { get(name: string): object; splitChunks(options: object): void };
  plugins: { has(name: string): boolean };
  plugin(name: string): { tap(change: (given: object[]) => object[]): void };
}

/**
 * The parts' styles come first and once. In the sheet of each page that uses them they would come again with every
 * page, behind the styles of the pages before, and win over what those change of a part. The pages' own sheets go
 * behind the first one, which stands before the root; see `umi-plugin.ts`.
 */
function chainWebpack(config: Chain): void {
  const test = /[\\/]user-app[\\/]ui[\\/]/;
  const styles = { type: 'css/mini-extract', chunks: 'all', enforce: true };
  const cacheGroups = {
    parts: { ...styles, name: 'umi', test, priority: 1 },
    // Styles that two or more pages import are emitted once, in one sheet for each set of pages that share them.
    shared: { ...styles, minChunks: 2 },
  };
  config.optimization.splitChunks({ ...config.optimization.get('splitChunks'), cacheGroups });
  // Not there where styles are not extracted: in development.
  if (!config.plugins.has(extractor)) return;
  const insert = (link: HTMLLinkElement) => document.getElementById('root')?.before(link);
  config.plugin(extractor).tap(([given]) => [{ ...given, insert }]);
}
export default defineConfig({
  plugins: ['./user-app/umi-plugin.ts'],
  npmClient: 'npm',
  outputPath: 'dist/user',
  base: '/',
  publicPath: '/',
  history: { type: 'browser' },
  hash: true,
  title: pageTitle(),
  metas: [
    { name: 'description', content: '筑绘 AI：给建筑师和室内设计师的 AI 渲染平台。上传底图，渲染、改局部、换材质、抠图、扩图、转线稿和生成视频。' },
    { name: 'theme-color', content: lightPalette.page, media: '(prefers-color-scheme: light)' },
    { name: 'theme-color', content: darkPalette.page, media: '(prefers-color-scheme: dark)' },
  ],
  favicons: ['/favicon.svg'],
  links: [{ rel: 'manifest', href: '/manifest.webmanifest' }],
  styles: [tokenStyles],
  headScripts: [{ src: '/boot.js' }],
  routes,
  access: {},
  model: {},
  initialState: {},
  polyfill: false,
  // The development server's client imports this polyfill from core-js-pure, which `overrides` in package.json empty.
  externals: isProduction ? {} : { 'core-js-pure/features/global-this': 'globalThis' },
  targets,
  // Quicker than Babel, which stays in development: it is what keeps the state of a page that changes.
  srcTranspiler: isProduction ? 'esbuild' : 'babel',
  srcTranspilerOptions: { esbuild: { target, jsx: 'automatic' } },
  jsMinifierOptions: { target },
  define: { USER_CALLS: wireOf(userContract) },
  esbuildMinifyIIFE: true,
  chainWebpack,
  copy: [{ from: 'user-app/public', to: 'dist/user' }],
  mfsu: false,
  proxy: {
    '/api': { target: apiServer },
    '/cas': { target: apiServer },
    '/__mock': { target: apiServer },
  },
});
