import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Request, Router } from 'express';
import sirv from 'sirv';
import { isPagePath } from '#shared/domain/pages';
import { hintSession } from './cookies.ts';
import { htmlPage } from './html.ts';

const hashedName = /\.[0-9a-f]{8,64}\.(?:async\.|chunk\.){0,2}(?:js|css|woff2?|png|svg|jpg|webp)$/;
const hashedAsset = /-[\w-]{8,64}\.\w{1,8}$/;
const isHashed = (file: string) => hashedName.test(file) || (file.includes('/assets/') && hashedAsset.test(file));
const sampleName = /^\/samples\//;
/** A path that ends like a file's name is never a page. */
const isFile = /\.\w+$/;
const dayInSeconds = 86_400;
/** `first-` or `first-last`; 15 digits are a safe integer. */
const plainRange = /^bytes=(\d{1,15})-(\d{0,15})$/;

/**
 * Both apps from `distDir`: precompressed, hashed names for ever. Every path of a page gets the app's HTML, and so does
 * an unknown one of the user app, which shows its page for that: with status 404.
 */
export function staticApps(distDir: string, isLocal: boolean): Router {
  const router = Router();
  router.get('/admin', (request, response, next) =>
    request.path.endsWith('/') ? next() : response.redirect(301, '/admin/'),
  );
  router.use(
    '/admin',
    appFiles(path.join(distDir, 'admin'), () => true),
  );
  router.use(
    '/',
    appFiles(path.join(distDir, 'user'), (path) => isPagePath(path, isLocal)),
  );
  return router;
}

function appFiles(folder: string, isPage: (path: string) => boolean): Router {
  const router = Router();
  if (!existsSync(path.join(folder, 'index.html'))) {
    router.get(/.*/, (_request, response) => {
      response
        .status(503)
        .set('retry-after', '30')
        .type('html')
        .send(htmlPage('尚未构建', '<h1>页面尚未构建</h1><p>请用 npm start 启动，它会先构建页面。</p>'));
    });
    return router;
  }
  const page = path.join(folder, 'index.html');
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    single: true,
    setHeaders(response, pathname) {
      const isLasting = isHashed(pathname);
      const isSample = sampleName.test(pathname);
      response.setHeader(
        'cache-control',
        isLasting ? 'public, max-age=31536000, immutable' : isSample ? `public, max-age=${dayInSeconds}` : 'no-cache',
      );
    },
  });
  router.use((request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    // sirv knows its files from the start and does not look whether they can still be opened, e.g. after a rebuild.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    if (!isFile.test(request.path)) hintSession(request, response);
    dropUncommonRange(request);
    if (isPage(request.path) || isFile.test(request.path)) serve(request, response, next);
    else response.status(404).sendFile(page, { cacheControl: false, headers: { 'cache-control': 'no-cache' } });
  });
  return router;
}

/**
 * Removes a range that sirv misreads: the last bytes, several ranges, another unit, an end before the start, or numbers
 * that a stream refuses. Answering with the whole file is allowed (RFC 9110 §14.2).
 */
function dropUncommonRange({ headers }: Request): void {
  const [, first, last] = plainRange.exec(headers.range ?? '') ?? [];
  // sirv takes an end of 0 for none.
  const isPlain = last === '' || (Number(last) > 0 && Number(first) <= Number(last));
  if (!isPlain) delete headers.range;
}
