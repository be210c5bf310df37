import express, { type Request, Router } from 'express';
import { z } from 'zod';
import { ProductError } from '#shared/errors';
import type { ScanEvent } from '../port.ts';
import { play, playActions } from './index.ts';
import { idOfOpenId, personOf, simulatedPeople } from './people.ts';
import { type PhoneScene, phoneBody, phoneScript, phoneStyle } from './phone-page.ts';

export interface PhoneDeps {
  /** Parts of the server that the pages use: template and origin guard. */
  house: {
    htmlPage(title: string, body: string, extraCss?: string, script?: string): string;
    /** Fills `{{text}}` and `{{{html}}}` of a template. */
    fillHtml(template: string, values: Readonly<Record<string, string | number>>): string;
    /** Throws where another site asks. */
    refuseForeignOrigin(request: Request): void;
  };
  /** The short name of somebody new. */
  newcomer(): string;
  look(scene: string): Promise<{ status: PhoneScene['status']; openId: string | null } | null>;
  emit(event: ScanEvent): Promise<void>;
}

/** Short names of people as forms and the control plane give them. */
export const PersonId = z.string().regex(/^[\w-]{1,40}$/);
const Press = z.object({ action: z.enum(playActions), person: PersonId.optional() });
const bodyLimit = '4kb';

/** The page behind the simulated QR code: a phone whose owner scans, confirms and cancels. */
export function createPhone({ house, newcomer, look, emit }: PhoneDeps): Router {
  const router = Router();
  router.get('/phone.js', (_request, response) => void response.type('js').send(phoneScript));

  router.get('/:scene', async (request, response) => {
    const seen = await look(request.params.scene);
    const person = seen?.openId ? personOf(idOfOpenId(seen.openId)) : simulatedPeople[0];
    const scene = seen && person ? { status: seen.status, person, newcomer: newcomer() } : null;
    response.set('cache-control', 'no-store');
    response
      .status(scene ? 200 : 404)
      .type('html')
      .send(house.htmlPage('模拟微信 · 筑绘 AI', phoneBody(scene, house.fillHtml), phoneStyle, '/scan/phone.js'));
  });

  router.post('/:scene', express.urlencoded({ extended: false, limit: bodyLimit }), async (request, response) => {
    house.refuseForeignOrigin(request);
    const press = Press.safeParse(request.body ?? {});
    if (!press.success) throw new ProductError('request.invalid');
    const { action, person } = press.data;
    const scene = String(request.params.scene);
    await emit(play(scene, action, { person, scannedBy: (await look(scene))?.openId ?? null }));
    response.redirect(303, `/scan/${encodeURIComponent(scene)}`);
  });
  return router;
}
