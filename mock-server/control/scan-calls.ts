import type { Request, Router } from 'express';
import { z } from 'zod';
import { ProductError } from '#shared/errors';
import { play, playActions } from '../adapters/qr-login/simulated/index.ts';
import { PersonId } from '../adapters/qr-login/simulated/phone.ts';
import type { ScanService } from '../modules/scan/scan.service.ts';

const Play = z.object({ ticket: z.string().min(1).max(200), action: z.enum(playActions), person: PersonId.optional() });
const shown = 8;

type Read = <S extends z.ZodType>(request: Request, schema: S) => Promise<z.output<S>>;

/** Plays the phone of somebody who scans a QR code of the login. */
export function addScanCalls(router: Router, read: Read, scans: ScanService): void {
  router.get('/wx/scans', async (_request, response) => void response.json(await scans.newest(shown)));

  router.post('/wx/scan', async (request, response) => {
    const { ticket, action, person } = await read(request, Play);
    const before = await scans.lookByTicket(ticket);
    if (!before) throw new ProductError('scan.not_found');
    await scans.receive(play(before.scene, action, { person, scannedBy: before.openId }));
    const after = await scans.look(before.scene);
    response.json({ ok: true, status: after?.status });
  });
}
