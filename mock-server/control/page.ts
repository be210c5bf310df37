import { readFileSync } from 'node:fs';
import { Router } from 'express';
import type { Contract } from '#shared/contract/endpoint';
import { type FaultKind, type FaultStep, faultSteps, requestFaults } from '../adapters/fault-points.ts';
import { callsCss, callsHtml } from '../http/api-docs.ts';
import { fillHtml, htmlPage } from '../http/html.ts';
import { scenarioNames, scenarios } from './scenarios.ts';

const read = (name: string) => readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8');

/** The control plane for people, with the description of its calls. It makes the same calls that tests make. */
export function controlPages(contract: Contract, steps: () => readonly FaultStep[]): Router {
  let calls: string | undefined;
  const page = () => {
    calls ??= callsHtml(contract);
    const body = fillHtml(read('control.html'), { calls, faults: faultTable(steps()), scenarios: scenarioItems });
    return htmlPage('控制面 · 筑绘 AI', body, read('control.css') + callsCss, '/__mock/control.js');
  };
  const router = Router();
  router.get('/', (_request, response) => void response.type('html').send(page()));
  router.get('/control.js', (_request, response) => void response.type('js').send(read('control.js')));
  router.get('/fault-form.js', (_request, response) => void response.type('js').send(read('fault-form.js')));
  router.get('/snapshot-view.js', (_request, response) => void response.type('js').send(read('snapshot-view.js')));
  router.get('/journal-view.js', (_request, response) => void response.type('js').send(read('journal-view.js')));
  return router;
}

/** The scenarios, each with a button that begins with it. */
const scenarioItems = scenarioNames
  .map((name) => {
    const { title, description } = scenarios[name];
    const item = '<li><button type="button" value="{{name}}">{{title}}</button> {{description}}</li>';
    return fillHtml(item, { name, title, description });
  })
  .join('');

/** Table of the fault form as JSON: requests, then each step with its kinds; `isThere` where this server has it. */
function faultTable(steps: readonly FaultStep[]): string {
  const rows = Object.entries(faultSteps).map(([step, words]) => ({
    ...{ step, title: words.title, isThere: steps.includes(step as FaultStep) },
    kinds: kindRows(words.kinds),
  }));
  return JSON.stringify([{ step: '', title: '请求', isThere: true, kinds: kindRows(requestFaults) }, ...rows]);
}

const kindRows = (kinds: Readonly<Record<string, FaultKind>>) =>
  Object.entries(kinds).map(([kind, words]) => ({ kind, ...words }));
