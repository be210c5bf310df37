import type { shareContract } from '#shared/contract/share';
import { whileConnected } from '../../../http/connection.ts';
import type { Handlers } from '../../../http/mount.ts';
import { sendFile } from '../image/image.routes.ts';
import type { ShareService } from './share.service.ts';

/** Cache lifetime of a shared picture in browsers; short, because a link may be ended at any time. */
const pictureLife = 'max-age=300';

export function shareRoutes(shares: ShareService): Handlers<typeof shareContract> {
  return {
    createShare: ({ caller, input }) => shares.create(caller, input),
    shares: ({ caller, input }) => shares.list(caller, input),
    endShare: async ({ caller, params }) => {
      await shares.end(caller, params.token);
      return null;
    },
    restoreShare: ({ caller, params }) => shares.restore(caller, params.token),
    sharedResult: ({ caller, params }) => shares.read(caller, params.token),
    sharedPicture: ({ caller, facts, params, input, response }) =>
      whileConnected(response, async (signal) => {
        const viewer = { caller, address: facts.address, signal };
        await sendFile(response, await shares.picture(viewer, params.token, params.side, input), pictureLife);
      }),
  };
}
