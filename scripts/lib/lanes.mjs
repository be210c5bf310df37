import { readdirSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/**
 * Parts of the project that can be checked alone: `npm test -- shop`. `folders` are read by the static checks, `tests`
 * and `specs` are beginnings of the paths of unit and server tests and of browser stories (in `tests/e2e`). A file
 * that several lanes name counts for the first; `lanes.test.ts` says when a file has none.
 *
 * @type {Record<string, { title: string, folders: string[], tests: string[], specs: string[] }>}
 */
export const lanes = {
  engine: {
    title: '引擎：每个工具、点选、基准图',
    folders: [
      ...['engine', 'mock-server/adapters/render', 'mock-server/adapters/segment'],
      ...['scripts/scenes', 'scripts/scene-reader'],
    ],
    tests: [
      ...[
        'engine/',
        'mock-server/adapters/render/',
        'mock-server/adapters/segment/',
        'scripts/scenes/',
        'scripts/scene-reader/',
        'tests/tools/',
      ],
      'tests/contract/tool-ids',
    ],
    specs: ['drawing-files', 'corrections'],
  },
  live: {
    title: '实时渲染',
    folders: ['mock-server/modules/live', 'user-app/features/live-canvas'],
    tests: ['mock-server/modules/live/', 'user-app/features/live-canvas/', 'tests/server/live'],
    specs: ['live'],
  },
  mask: {
    title: '蒙版编辑器',
    folders: ['user-app/features/mask-editor', 'user-app/canvas', 'mock-server/modules/segment'],
    tests: [
      'user-app/features/mask-editor/',
      'user-app/canvas/',
      'mock-server/modules/segment/',
      'tests/server/click-mask',
    ],
    specs: ['mask'],
  },
  pictures: {
    title: '图片、任务与作品',
    folders: [
      ...['image', 'task', 'project'].map((name) => `mock-server/modules/${name}`),
      ...['mock-server/worker', 'mock-server/adapters/storage', 'shared/tools'],
      ...['tool-workbench', 'works', 'tool-wall', 'sample-wall', 'hero'].map((name) => `user-app/features/${name}`),
    ],
    tests: [
      ...['image/', 'task/', 'project/'].map((name) => `mock-server/modules/${name}`),
      ...['mock-server/worker/', 'mock-server/adapters/storage/', 'shared/tools/', 'user-app/features/download/'],
      ...['tool-workbench/', 'works/', 'tool-wall/', 'sample-wall/', 'hero/'].map(
        (name) => `user-app/features/${name}`,
      ),
      ...[
        'images',
        'uploads',
        'refused-uploads',
        'engine-choice',
        'queue',
        'leases',
        'restart',
        'crash',
        'full-disk',
        'data-folder',
        'older-database',
        'backup',
      ].map((name) => `tests/server/${name}`),
      ...['task', 'project', 'works', 'recycle-bin'].map((name) => `tests/server/${name}`),
    ],
    specs: ['workbench', 'batch', 'words', 'results', 'works', 'waits', 'kept', 'stage', 'upload-formats', 'share'],
  },
  shop: {
    title: '会员、券、订单与支付',
    folders: [
      ...['order', 'refund', 'books', 'product', 'membership', 'ticket', 'redeem', 'invoice'].map(
        (name) => `mock-server/modules/${name}`,
      ),
      'mock-server/adapters/payment',
      ...['checkout', 'membership', 'orders', 'tickets'].map((name) => `user-app/features/${name}`),
    ],
    tests: [
      ...['order/', 'refund/', 'books/', 'product/', 'membership/', 'ticket/', 'redeem/', 'invoice/'].map(
        (name) => `mock-server/modules/${name}`,
      ),
      ...['mock-server/adapters/payment/', 'user-app/features/checkout/', 'user-app/features/orders/'],
      ...['cashier', 'gifts', 'invoices', 'ledger', 'membership', 'order', 'payment', 'production-shop'].map(
        (name) => `tests/server/${name}`,
      ),
      ...['products', 'redeem', 'refund', 'ticket'].map((name) => `tests/server/${name}`),
    ],
    specs: ['cashier', 'orders', 'shop'],
  },
  accounts: {
    title: '账号、登录与短信',
    folders: [
      ...['account', 'auth', 'scan'].map((name) => `mock-server/modules/${name}`),
      ...['sms', 'email', 'qr-login'].map((name) => `mock-server/adapters/${name}`),
      'user-app/features/login',
    ],
    tests: [
      ...['account/', 'auth/', 'scan/'].map((name) => `mock-server/modules/${name}`),
      ...['sms/', 'email/', 'qr-login/', 'code'].map((name) => `mock-server/adapters/${name}`),
      ...['accounts', 'cas', 'email-login', 'login', 'scan', 'sessions', 'sms-limits'].map(
        (name) => `tests/server/${name}`,
      ),
    ],
    specs: ['login'],
  },
  console: {
    title: '管理后台',
    folders: ['admin-app', 'mock-server/modules/staff'],
    tests: [
      ...['admin-app/', 'mock-server/modules/staff/', 'mock-server/modules/audit/'],
      ...['console', 'staff', 'impersonation'].map((name) => `tests/server/${name}`),
      'shared/domain/staff-password',
    ],
    specs: ['console'],
  },
  gallery: {
    title: '灵感图库',
    folders: ['mock-server/modules/gallery', 'admin-app/resources/gallery-reviews'],
    tests: ['mock-server/modules/gallery/', 'mock-server/seed/', 'tests/server/gallery'],
    specs: ['gallery', 'console-gallery'],
  },
  chat: {
    title: '助手',
    folders: ['mock-server/modules/chat', 'mock-server/adapters/chat'],
    tests: ['mock-server/modules/chat/', 'mock-server/adapters/chat/', 'tests/server/chat'],
    specs: ['chat'],
  },
  pages: {
    title: '用户端的外壳与页面',
    folders: ['user-app'],
    tests: ['user-app/'],
    specs: ['shell', 'redirects', 'home', 'tracking', 'ui-parts', 'first-picture'],
  },
  server: {
    title: '服务端的骨架与接口约定',
    folders: ['mock-server', 'shared', 'tests/contract'],
    tests: ['mock-server/', 'shared/', 'scripts/', 'tests/contract/', 'tests/server/'],
    specs: [],
  },
};

const specFolder = 'tests/e2e/';
const testFolders = ['shared', 'engine', 'user-app', 'admin-app', 'mock-server', 'scripts', 'tests'];

/** Beginnings of the paths of a lane's files, stories included. */
const beginningsOf = ({ tests, specs }) => [...tests, ...specs.map((name) => specFolder + name)];

/** Every test file, by path from the root: unit and server tests, and browser stories. */
export function allTestFiles() {
  const files = testFolders.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true }).map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`),
  );
  return files.filter((file) => /\.(test|spec)\.(ts|mjs)$/.test(file) && !file.includes('node_modules/'));
}

/** The files that a lane runs. @param {string} name */
export function filesOf(name) {
  const files = allTestFiles().filter((file) => beginningsOf(lanes[name]).some((start) => file.startsWith(start)));
  const isStory = (file) => file.startsWith(specFolder);
  return { tests: files.filter((file) => !isStory(file)), stories: files.filter(isStory) };
}

/** The lane a test file counts for: the first that names it. @param {string} file path from the root */
export function laneOf(file) {
  const named = ([, lane]) => beginningsOf(lane).some((start) => file.startsWith(start));
  return Object.entries(lanes).find(named)?.[0];
}
