import type { galleryDeskContract } from '#shared/contract/gallery-desk';
import { whileConnected } from '../../../http/connection.ts';
import type { Handlers } from '../../../http/mount.ts';
import { sendFile } from '../../studio/image/image.routes.ts';
import type { GalleryDesk } from './desk.service.ts';

export function galleryDeskRoutes(
  desk: GalleryDesk,
): Omit<Handlers<typeof galleryDeskContract>, 'galleryReviews' | 'authorReports'> {
  return {
    galleryReview: ({ params }) => desk.find(params.id),
    galleryReviewImage: async ({ facts, params, input, response }) => {
      await whileConnected(response, async (signal) => {
        const viewer = { caller: null, address: facts.address, signal };
        await sendFile(response, await desk.image(viewer, params.id, input.w));
      });
    },
    answerAuthorReports: ({ caller, params, input, facts }) =>
      desk.answerReports(caller, params.id, input.reason, facts),
    pinPicture: ({ caller, params, input, facts }) => desk.pin(caller, params.id, input, facts),
    approvePicture: ({ caller, params, facts }) => desk.approve(caller, params.id, facts),
    rejectPicture: ({ caller, params, input, facts }) => desk.reject(caller, params.id, input.reason, facts),
  };
}
