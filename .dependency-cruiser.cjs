const area = (name) => `^${name}/`;
/** A test beside its file may use tests/support, the database and concrete adapters. */
const test = '\\.test\\.(tsx?|mjs)$';
/** Wings of the server, the lowest first: each may import those before it. */
const wings = ['base', 'records', 'identity', 'shop', 'studio', 'gallery', 'assistant', 'desk'];
/** A wing and a folder of it; gallery and assistant are one module each, whose folders share repositories. */
const moduleFolder = '^mock-server/modules/((?:gallery|assistant)(?=/)|[^/]+/[^/]+)/';
/** Which features of the user app may use the door (`door.ts`) of which others. */
const doors = {
  checkout: ['membership', 'orders'],
  'picture-start': ['building', 'tool-workbench'],
  shell: ['palette'],
  'tool-workbench': ['building', 'gallery', 'palette', 'share'],
  works: ['gallery', 'share'],
};
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'every-import-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'a-start-installs-no-development-packages',
      comment: 'npm start leaves them out; checks and measurements, which need them, are in tests',
      severity: 'error',
      from: { path: '^(shared|engine|user-app|admin-app|mock-server|scripts)/', pathNot: [test, 'conformance\\.ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-is-a-leaf',
      comment: 'shared runs in browsers and in Node: zod, the parser of event streams and itself only',
      severity: 'error',
      from: { path: area('shared'), pathNot: test },
      to: { pathNot: [area('shared'), packages('zod', 'eventsource-parser')] },
    },
    {
      name: 'engine-knows-shared-only',
      comment: 'the engine is a library: the server reaches it through its adapters, scripts and tests directly',
      severity: 'error',
      from: { path: area('engine'), pathNot: test },
      to: { path: '^(user-app|admin-app|mock-server|scripts|tests)/' },
    },
    {
      name: 'engine-goes-down',
      comment: 'tools ▶ steps of several tools ▶ models ▶ kernels ▶ base',
      severity: 'error',
      from: { path: '^engine/base/', pathNot: test },
      to: { path: '^engine/', pathNot: '^engine/base/' },
    },
    {
      name: 'kernels-know-no-tool',
      severity: 'error',
      from: { path: '^engine/kernels/', pathNot: test },
      to: { path: '^engine/', pathNot: '^engine/(kernels|base)/' },
    },
    {
      name: 'steps-know-no-tool',
      severity: 'error',
      from: { path: '^engine/steps/', pathNot: test },
      to: { path: '^engine/', pathNot: '^engine/(steps|models|kernels|base)/' },
    },
    {
      name: 'models-know-no-tool',
      comment: 'adapters of slots stand on kernels; tools and their steps ask them',
      severity: 'error',
      from: { path: '^engine/models/', pathNot: test },
      to: { path: '^engine/', pathNot: '^engine/(models|kernels|base)/' },
    },
    {
      name: 'building-knows-no-tool',
      comment: 'model files become building models, which tools and their steps draw',
      severity: 'error',
      from: { path: '^engine/building/', pathNot: test },
      to: { path: '^engine/', pathNot: '^engine/(building|kernels|base)/' },
    },
    {
      name: 'judgement-knows-no-tool',
      comment: 'a result is judged alike whoever made it',
      severity: 'error',
      from: { path: '^engine/judgement/', pathNot: test },
      to: { path: '^engine/', pathNot: '^engine/(judgement|kernels|base)/' },
    },
    {
      name: 'only-adapters-reach-the-engine',
      comment: 'but for the likeness of pictures: pure functions on numbers, of which there is one way',
      severity: 'error',
      from: { path: '^(shared|user-app|admin-app|mock-server)/', pathNot: [test, '^mock-server/adapters/'] },
      to: { path: area('engine'), pathNot: '^engine/kernels/likeness/' },
    },
    {
      name: 'likeness-is-the-servers',
      severity: 'error',
      from: { path: '^(shared|user-app|admin-app)/', pathNot: test },
      to: { path: '^engine/kernels/likeness/' },
    },
    {
      name: 'programs-do-not-meet',
      comment: 'user-app, admin-app and mock-server speak only through shared/contract',
      severity: 'error',
      from: { path: '^(user-app|admin-app|mock-server)/' },
      to: { path: '^(user-app|admin-app|mock-server)/', pathNot: '^$1/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: [area('tests'), test] },
      to: { path: [area('tests'), test] },
    },
    {
      name: 'programs-import-no-script',
      severity: 'error',
      from: { path: '^(shared|engine|user-app|admin-app|mock-server)/', pathNot: test },
      to: { path: area('scripts') },
    },

    // User app: pages ▶ features ▶ data, ui ▶ canvas ▶ lib ▶ shared
    {
      name: 'features-meet-at-doors',
      comment: 'what a feature offers others stands in its door.ts; all else is composed in a page',
      severity: 'error',
      from: { path: '^user-app/features/([^/]+)/' },
      to: {
        path: '^user-app/features/([^/]+)/',
        pathNot: ['^user-app/features/$1/', '^user-app/features/[^/]+/door\\.ts$'],
      },
    },
    {
      name: 'features-without-doors',
      severity: 'error',
      from: { path: '^user-app/features/([^/]+)/', pathNot: `^user-app/features/(${Object.keys(doors).join('|')})/` },
      to: { path: '^user-app/features/([^/]+)/', pathNot: '^user-app/features/$1/' },
    },
    ...Object.entries(doors).map(([feature, others]) => ({
      name: `doors-of-${feature}`,
      severity: 'error',
      from: { path: `^user-app/features/${feature}/` },
      to: { path: '^user-app/features/', pathNot: `^user-app/features/(${[feature, ...others].join('|')})/` },
    })),
    {
      name: 'down-only-in-user-app',
      severity: 'error',
      from: { path: '^user-app/features/' },
      to: { path: '^user-app/(pages/|layouts/|routes|app\\.)' },
    },
    {
      name: 'lower-layers-know-no-feature',
      severity: 'error',
      from: { path: '^user-app/(data|ui|canvas|lib)/' },
      to: { path: '^user-app/(pages|layouts|features)/' },
    },
    {
      name: 'ui-makes-no-calls',
      severity: 'error',
      from: { path: '^user-app/ui/' },
      to: { path: ['^user-app/data/', '^user-app/lib/api', '^shared/client/'] },
    },
    {
      name: 'user-app-has-its-own-parts',
      comment: 'antd is the console’s: here it cost 283 kB on the page of the login',
      severity: 'error',
      from: { path: '^user-app/' },
      to: { path: packages('antd', '@ant-design', '@rc-component', 'rc-[^/]+') },
    },
    {
      name: 'canvas-is-plain-ts',
      comment: 'what every drawing surface is made of; React meets it in ui and in the features',
      severity: 'error',
      from: { path: '^user-app/canvas/', pathNot: test },
      to: { pathNot: '^(user-app/(canvas|lib)/.+\\.ts$|shared/)' },
    },
    {
      name: 'drawing-engines-are-plain-ts',
      severity: 'error',
      from: { path: '^user-app/features/(mask-editor|live-canvas)/engine/' },
      to: { path: [packages('react', 'react-dom', 'ahooks', '@umijs'), '\\.tsx$'] },
    },

    // Console: App ▶ resources ▶ providers, ui ▶ shared
    {
      name: 'lower-layers-know-no-resource',
      severity: 'error',
      from: { path: '^admin-app/(providers|ui)/' },
      to: { path: '^admin-app/resources/' },
    },

    // Server: main ▶ app, deps ▶ routes ▶ service ▶ own repository ▶ db
    {
      name: 'repository-is-private',
      comment: 'another module goes through the service',
      severity: 'error',
      from: { path: moduleFolder, pathNot: test },
      to: { path: '^mock-server/modules/.+\\.repository\\.ts$', pathNot: '^mock-server/modules/$1/' },
    },
    ...wings.slice(0, -1).map((wing, index) => ({
      name: `wing-${wing}-imports-those-before-it`,
      comment: 'what a wing needs of a later one is a port of its own or a parameter, joined in deps/',
      severity: 'error',
      from: { path: `^mock-server/modules/${wing}/`, pathNot: test },
      to: { path: `^mock-server/modules/(${wings.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'every-module-is-in-a-wing',
      severity: 'error',
      from: {},
      to: { path: '^mock-server/modules/', pathNot: `^mock-server/modules/(${wings.join('|')})/` },
    },
    {
      name: 'only-repositories-touch-sql',
      comment: 'services get a repository; a transaction is a method of it',
      severity: 'error',
      from: {
        path: '^mock-server/',
        pathNot: [
          test,
          '\\.repository\\.ts$',
          '^mock-server/(db|seed|backup)/',
          '^mock-server/worlds/bulk-thread\\.ts$',
          '^mock-server/(deps|main|modules/base/store|modules/base/console-list)\\.ts$',
        ],
      },
      to: { path: ['^mock-server/db/', packages('better-sqlite3', 'kysely')] },
    },
    {
      name: 'services-know-no-http',
      comment: 'callers, windows of lists and issues stand beside the modules; requests and answers end at the routes',
      severity: 'error',
      from: { path: '^mock-server/(modules|worker|seed|db)/', pathNot: [test, '\\.routes\\.ts$'] },
      to: { path: ['^mock-server/http/', packages('express', '@types/express')] },
    },
    {
      name: 'services-know-ports-only',
      comment:
        'two files name adapters: those of a world, and what all worlds share; the /__mock plane shows what the simulated ones hold',
      severity: 'error',
      from: {
        path: '^mock-server/',
        pathNot: [test, '^mock-server/deps/(adapters|shared)\\.ts$', '^mock-server/(adapters|control)/'],
      },
      to: { path: '^mock-server/adapters/', pathNot: '/port\\.ts$' },
    },
    {
      name: 'only-deps-wires',
      comment: 'the areas of deps/ are put together in deps.ts; everybody else gets what it needs handed in',
      severity: 'error',
      from: { path: '^mock-server/', pathNot: [test, '^mock-server/deps(\\.ts$|/)'] },
      to: { path: '^mock-server/deps/' },
    },
    {
      name: 'adapters-know-no-module',
      comment: 'an adapter sees its port and its service outside, nothing of the house above it',
      severity: 'error',
      from: { path: '^mock-server/adapters/', pathNot: test },
      to: { path: '^mock-server/(modules|control|worker|http|app|deps|main)\\b' },
    },
    {
      name: 'routes-do-not-skip-the-service',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '\\.repository\\.ts$' },
    },
    {
      name: 'control-plane-uses-services',
      comment: 'the /__mock plane is a client of the services like any other; nothing but app and deps mounts it',
      severity: 'error',
      from: {
        path: '^mock-server/',
        pathNot: [test, '^mock-server/(app|deps|main|product)\\.ts$', '^mock-server/control/'],
      },
      to: { path: '^mock-server/control/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^user-app/\\.umi'] },
    // The typed client imports what is generated beside a copy of it.
    exclude: { path: '^user-app/\\.umi|^tests/foreign-clients/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
