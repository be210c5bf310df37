import path from 'node:path';
import sharp from 'sharp';
import sirv from 'sirv';
import type { Plugin } from 'vite';

const drawings: Record<string, string> = {
  street: `<rect width="160" height="100" fill="#a9c6de"/><rect y="70" width="160" height="30" fill="#8d8a84"/>
    <rect x="20" y="24" width="90" height="48" fill="#ded7c9"/><rect x="118" y="54" width="12" height="26" fill="#3b3f46"/>`,
  house: `<rect width="160" height="100" fill="#9cc3e6"/><rect x="30" y="42" width="82" height="36" fill="#e8e2d8"/>`,
  // Two rooms with a wall between them.
  plan: `<rect width="160" height="100" fill="#fff"/><path d="M10 10h140v80H10zM80 10v80" fill="none" stroke="#000"
    stroke-width="3"/>`,
};

/** Draws what the id of a picture says: `street-640x400` or `house-400x300-2`, whose last part only makes it another id. */
async function draw(imageId: string): Promise<Buffer | undefined> {
  const [, name = '', width, height] = /^([a-z]+)-(\d+)x(\d+)/.exec(imageId) ?? [];
  if (!width || !height) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" preserveAspectRatio="none" width="${width}"
    height="${height}">${drawings[name] ?? drawings.house}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Serves component tests what pages load besides calls: the public files of the user app, and pictures by their ids. */
export const productFiles: Plugin = {
  name: 'product-files',
  configureServer({ middlewares }) {
    const publicFiles = sirv(path.resolve('user-app/public'), { dev: true });
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '', 'http://localhost');
      if (pathname.startsWith('/samples/')) return publicFiles(request, response, next);
      if (!pathname.startsWith('/api/images/')) return next();
      draw(pathname.split('/')[3] ?? '').then((picture) => {
        response.writeHead(picture ? 200 : 404, { 'content-type': 'image/png' }).end(picture);
      }, next);
    });
  },
};
