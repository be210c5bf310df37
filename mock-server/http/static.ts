import { existsSync } from 'node:fs';
import path from 'node:path';
import { Router } from 'express';
import sirv from 'sirv';
import { htmlPage } from './html.ts';

const hashedName = /\.[0-9a-f]{8,}\.(async\.|chunk\.)*(js|css|woff2?|png|svg|jpg|webp)$|\/assets\/.+-[\w-]{8,}\.\w+$/;
const sampleName = /^\/samples\//;
const dayInSeconds = 86_400;

/** Both apps from `distDir`: precompressed, hashed names for ever, every other path of a page gets the app's HTML. */
export function staticApps(distDir: string): Router {
  const router = Router();
  router.get('/admin', (request, response, next) =>
    request.path.endsWith('/') ? next() : response.redirect(301, '/admin/'),
  );
  router.use('/admin', appFiles(path.join(distDir, 'admin')));
  router.use('/', appFiles(path.join(distDir, 'user')));
  return router;
}

function appFiles(folder: string): Router {
  const router = Router();
  if (!existsSync(path.join(folder, 'index.html'))) {
    router.get(/.*/, (_request, response) => {
      response
        .status(503)
        .type('html')
        .send(htmlPage('尚未构建', '<h1>页面尚未构建</h1><p>请用 npm start 启动，它会先构建页面。</p>'));
    });
    return router;
  }
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    single: true,
    setHeaders(response, pathname) {
      const isHashed = hashedName.test(pathname);
      const isSample = sampleName.test(pathname);
      response.setHeader(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : isSample ? `public, max-age=${dayInSeconds}` : 'no-cache',
      );
    },
  });
  router.use((request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    // sirv knows its files from the start and does not look whether they can still be opened, e.g. after a rebuild.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    serve(request, response, next);
  });
  return router;
}
