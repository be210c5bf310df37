import { type liveContract, liveHeaders } from '#shared/contract/live';
import type { Handlers } from '../../../http/mount.ts';
import type { LiveService } from './live.service.ts';
import { receiveFrame } from './receive-frame.ts';

export function liveRoutes(service: LiveService): Handlers<typeof liveContract> {
  return {
    openLive: ({ caller, input }) => service.open(caller, input),
    liveFrame: async ({ caller, params, request, response }) => {
      const frame = await receiveFrame(request);
      const gone = new AbortController();
      response.once('close', () => gone.abort(new Error('the client has gone')));
      const picture = await service.frame(caller, params.liveId, frame, gone.signal);
      response.set({
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        [liveHeaders.sequence]: String(picture.sequence),
        [liveHeaders.ms]: String(Math.round(picture.ms)),
        [liveHeaders.ticketsLeft]: String(picture.ticketsLeft),
        [liveHeaders.minuteLeft]: String(Math.round(picture.minuteLeft)),
      });
      response.end(picture.jpeg);
    },
    closeLive: async ({ caller, params }) => {
      await service.close(caller, params.liveId);
      return null;
    },
  };
}
