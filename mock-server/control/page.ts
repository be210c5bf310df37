import { readFileSync } from 'node:fs';
import { Router } from 'express';
import type { Contract } from '#shared/contract/endpoint';
import { callsCss, callsHtml } from '../http/api-docs.ts';
import { fillHtml, htmlPage } from '../http/html.ts';

const read = (name: string) => readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8');

/** The control plane for people, with the description of its calls. It makes the same calls that tests make. */
export function controlPages(contract: Contract): Router {
  const page = () => {
    const body = fillHtml(read('control.html'), { calls: callsHtml(contract) });
    return htmlPage('控制面 · 筑绘 AI', body, read('control.css') + callsCss, '/__mock/control.js');
  };
  const router = Router();
  router.get('/', (_request, response) => void response.type('html').send(page()));
  router.get('/control.js', (_request, response) => void response.type('js').send(read('control.js')));
  return router;
}
