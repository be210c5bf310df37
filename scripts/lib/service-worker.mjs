import { hashedName, neverHandled } from './service-worker-paths.mjs';

/** Pictures of the product itself, kept as they are seen. */
const samplePath = /^https?:\/\/[^/]+\/samples\//;
const mostSamples = 300;

/** Writes `service-worker.js` beside a built app: it keeps the shell and its code, and waits until it is asked for. */
export async function writeServiceWorker(folder) {
  // Asked for here only: the scripts that install packages read this file before there are any.
  const { generateSW } = await import('workbox-build');
  const { warnings } = await generateSW({
    mode: 'production',
    sourcemap: false,
    inlineWorkboxRuntime: true,
    globDirectory: folder,
    globPatterns: ['index.html', '**/*.{js,css}', 'favicon.svg', 'manifest.webmanifest'],
    // The viewer of building models is large, and without a network there is no model to turn.
    globIgnores: ['service-worker.js', 'samples/**', 'viewer.*.js', 'viewer.*.css'],
    dontCacheBustURLsMatching: hashedName,
    swDest: `${folder}/service-worker.js`,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: neverHandled,
    cleanupOutdatedCaches: true,
    // The first one serves the page it came with; a later one waits for the user's word.
    clientsClaim: true,
    skipWaiting: false,
    runtimeCaching: [
      {
        urlPattern: samplePath,
        handler: 'StaleWhileRevalidate',
        options: { cacheName: 'samples', expiration: { maxEntries: mostSamples } },
      },
    ],
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}
