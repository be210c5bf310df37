import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import { originOf } from '../../../http/context.ts';
import { escapeHtml } from '../../../http/html.ts';
import type { ShareService } from './share.service.ts';

/** Width of the picture that messengers show beside a link, pixels. */
const previewWidth = 1280;

/**
 * The user app's page for a link, with what messengers and other sites read from its head: title and picture of the
 * result (Open Graph protocol). Search engines keep out.
 */
export function sharePage(
  shares: Pick<ShareService, 'preview'>,
  { distDir, publicUrl }: { distDir: string; publicUrl: string | undefined },
): Router {
  const router = Router();
  const file = path.join(distDir, 'user', 'index.html');
  router.get('/:token', async (request, response, next) => {
    const page = await readFile(file, 'utf8').catch(() => undefined);
    if (page === undefined) return next();
    const { token } = request.params;
    const shown = await shares.preview(token);
    response.set({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' }).type('html');
    if (typeof shown === 'string') {
      response.status(shown === 'ended' ? 410 : 404).send(page);
      return;
    }
    const origin = originOf(request, publicUrl);
    const facts = {
      'og:type': 'article',
      'og:site_name': '筑绘 AI',
      'og:title': `${shown.title} · 前后对比`,
      'og:url': `${origin}/share/${token}`,
      'og:image': `${origin}/api/share/link/${token}/after?w=${previewWidth}&format=jpg`,
      'og:image:type': 'image/jpeg',
    };
    const tags = Object.entries(facts).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    );
    response.send(page.replace('</head>', () => `${tags.join('')}</head>`));
  });
  return router;
}
