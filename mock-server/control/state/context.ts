import type { AdjustableClock } from '../../adapters/clock/port.ts';
import type { SimulatedPayment } from '../../adapters/payment/simulated/index.ts';
import type { BlobStorage } from '../../adapters/storage/port.ts';
import type { Ids } from '../../ids.ts';
import type { PastConversations } from '../../modules/assistant/past-conversations.ts';
import type { RequestFacts, StaffAct, UserCaller } from '../../modules/base/caller.ts';
import type { Store } from '../../modules/base/store.ts';
import type { PersonalDataService } from '../../modules/desk/personal-data/personal-data.service.ts';
import type { FolderService } from '../../modules/gallery/collections/folder.service.ts';
import type { GalleryDesk } from '../../modules/gallery/desk/desk.service.ts';
import type { PicturePublishing } from '../../modules/gallery/pictures/picture-publishing.ts';
import type { AccountService } from '../../modules/identity/account/account.service.ts';
import type { AccountDesk } from '../../modules/identity/account/account-desk.service.ts';
import type { Passwords } from '../../modules/identity/account/password.ts';
import type { AuthService } from '../../modules/identity/auth/auth.service.ts';
import type { InvoiceService } from '../../modules/shop/invoice/invoice.service.ts';
import type { MembershipService } from '../../modules/shop/membership/membership.service.ts';
import type { OrderService } from '../../modules/shop/order/order.service.ts';
import type { RedeemService } from '../../modules/shop/redeem/redeem.service.ts';
import type { RedeemDesk } from '../../modules/shop/redeem/redeem-desk.service.ts';
import type { RefundService } from '../../modules/shop/refund/refund.service.ts';
import type { TicketService } from '../../modules/shop/ticket/ticket.service.ts';
import type { ImageService } from '../../modules/studio/image/image.service.ts';
import type { ProjectService } from '../../modules/studio/project/project.service.ts';
import type { WorksService } from '../../modules/studio/project/works.service.ts';
import type { TaskService } from '../../modules/studio/task/task.service.ts';
import type { TaskRuns } from '../../modules/studio/task/task-runs.ts';
import type { Faults } from '../faults.ts';
import type { MadeState, PartOf, SectionName } from '../state-contract.ts';
import type { Pictures } from './pictures.ts';
import { refusal } from './steps.ts';

/** Services by which data are prepared. */
export interface StateDeps {
  store: Store;
  clock: AdjustableClock;
  ids: Ids;
  storage: BlobStorage;
  faults: Faults;
  simulatedPayment: SimulatedPayment | undefined;
  passwords: Passwords;
  accounts: AccountService;
  accountDesk: AccountDesk;
  auth: AuthService;
  personalData: Pick<PersonalDataService, 'own'>;
  memberships: MembershipService;
  tickets: TicketService;
  images: ImageService;
  projects: ProjectService;
  works: WorksService;
  tasks: TaskService;
  runs: TaskRuns;
  orders: OrderService;
  refunds: RefundService;
  invoices: InvoiceService;
  redeem: RedeemService;
  redeemDesk: RedeemDesk;
  pastConversations: PastConversations;
  gallery: { publishing: PicturePublishing };
  galleryDesk: GalleryDesk;
  folders: FolderService;
}

/** Facts of the request that data are prepared by. */
export interface Occasion {
  /** Address of the product as the request reached it. */
  origin: string;
  facts: RequestFacts;
  /** Name of the cookie of a session of the user app, in this world. */
  sessionCookie: string;
}

/** Surroundings of a maker. */
export interface Making extends StateDeps, Occasion {
  pictures: Pictures;
  /** Answer so far; makers read it to find what they refer to. */
  made: MadeState;
  /** The administrator, by whom staff's part is done. */
  act: StaffAct;
  /** The present; while a record is made, `clock` has its own time. */
  now: number;
  /** Numbers of orders that the payment company has been told of. */
  orderNos: string[];
}

/** Makes one record of a section. @param path of the part, for refusals */
export type Maker<Section extends SectionName> = (
  making: Making,
  part: PartOf<Section>,
  step: { path: string; name: string; at: number },
) => Promise<MadeState[Section][string]>;

/** Why staff did something, where the request does not say. */
export const usualReason = '测试准备';

/** A record that was made before, by the name it has in the request. */
export function known<Section extends SectionName>(
  { made }: Making,
  section: Section,
  name: string,
): MadeState[Section][string] {
  const found = (made[section] as Record<string, MadeState[Section][string]>)[name];
  if (!found) throw refusal(`${section}.${name}`, '还没有建立');
  return found;
}

/** An account of the request as who acts. */
export function callerOf(making: Making, name: string): UserCaller {
  return { kind: 'user', accountId: known(making, 'accounts', name).accountId, sessionHash: '' };
}
