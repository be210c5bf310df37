import { agreementContract } from './agreement.ts';
import { authContract, casContract } from './auth.ts';
import { buildingModelContract } from './building-model.ts';
import { chatContract } from './chat.ts';
import { galleryContract } from './gallery.ts';
import { imageContract } from './image.ts';
import { liveContract } from './live.ts';
import { membershipContract } from './membership.ts';
import { noticeContract } from './notice.ts';
import { orderContract } from './order.ts';
import { ownErasureContract } from './own-erasure.ts';
import { projectContract } from './project.ts';
import { scanContract } from './scan.ts';
import { shareContract } from './share.ts';
import { systemContract } from './system.ts';
import { taskContract } from './task.ts';
import { viewingContract } from './viewing.ts';

/** Every call of the product but those of staff: the user app loads no more than these. */
export const userContract = {
  ...systemContract,
  ...agreementContract,
  ...noticeContract,
  ...authContract,
  ...casContract,
  ...ownErasureContract,
  ...imageContract,
  ...buildingModelContract,
  ...taskContract,
  ...projectContract,
  ...liveContract,
  ...orderContract,
  ...membershipContract,
  ...scanContract,
  ...shareContract,
  ...chatContract,
  ...galleryContract,
  ...viewingContract,
} as const;
