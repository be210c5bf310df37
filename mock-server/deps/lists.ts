import { consoleContract, type ListCallName, resourceOf } from '#shared/contract/console';
import type { Answer, Endpoint } from '#shared/contract/endpoint';
import type { ListDefinition } from '#shared/contract/list-definition';
import type { StaffCaller } from '../modules/base/caller.ts';
import type { AnyList, ConsoleResource } from '../modules/base/console-list.ts';
import type { AccountPage } from '../modules/desk/account-page/account-page.service.ts';
import type { HotWordDesk } from '../modules/desk/content/hot-word-desk.service.ts';
import type { MaterialDesk } from '../modules/desk/content/material-desk.service.ts';
import type { NoticeDesk } from '../modules/desk/notice/notice-desk.service.ts';
import { movementList, taskList } from '../modules/desk/staff/staff-lists.ts';
import { invoiceList } from '../modules/shop/invoice/invoice.service.ts';
import { refundList } from '../modules/shop/refund/refund-desk.service.ts';
import { queueList } from '../modules/studio/task/queue-desk.service.ts';
import type { Gallery } from './gallery.ts';
import type { Identity } from './identity.ts';
import type { Records } from './records.ts';
import type { Shop } from './shop.ts';
import type { Studio } from './studio.ts';

/** One list for every call that is declared by `listEndpoint`: a missing one does not compile. */
type RowOf<E> = E extends Endpoint ? (Answer<E> extends ReadonlyArray<infer Row> ? Row : never) : never;
type ConsoleLists = {
  [K in ListCallName]:
    | AnyList<RowOf<(typeof consoleContract)[K]>>
    | ((caller: StaffCaller) => AnyList<RowOf<(typeof consoleContract)[K]>>);
};

interface Services extends Records, Identity, Shop, Studio, Gallery {
  accountPage: AccountPage;
  hotWordDesk: HotWordDesk;
  materialDesk: MaterialDesk;
  noticeDesk: NoticeDesk;
}

/** Every list of the console, from which pages, single rows, updates of whole rows and exports are made. */
export function createLists(services: Services): ConsoleResource[] {
  const {
    accountDesk,
    accountPage,
    pending,
    audit,
    changeSets,
    roles,
    settings,
    productDesk,
    redeemDesk,
    books,
    galleryDesk,
    shelfDesk,
    engineDesk,
    connectedEngineDesk,
    modelDesk,
    hotWordDesk,
    materialDesk,
    noticeDesk,
    categoryDesk,
    agreementDesk,
  } = services;
  const lists: ConsoleLists = {
    accountNotes: accountPage.lists.notes,
    accountSessions: accountPage.lists.sessions,
    accountDevices: accountPage.lists.devices,
    ticketLots: accountPage.lists.lots,
    membershipPeriods: accountPage.lists.periods,
    consents: accountPage.lists.consents,
    staffAccounts: accountDesk.accountList,
    staffMembers: accountDesk.staffList,
    pendingChanges: pending.listOf,
    staffRoleList: roles.list,
    staffTasks: taskList(services.engines.isConnected),
    staffTicketMovements: movementList,
    staffOrders: services.orders.desk.list,
    staffRefunds: refundList,
    staffInvoices: invoiceList,
    paymentDifferences: books.desk.differences,
    billDays: books.desk.billDays,
    staffCustomRequests: services.customRequests.list,
    staffProducts: productDesk.list,
    staffPlans: productDesk.plans,
    redeemBatches: redeemDesk.list,
    galleryReviews: galleryDesk.reviewList,
    authorReports: galleryDesk.authorList,
    gallerySets: shelfDesk.setList,
    galleryCases: shelfDesk.caseList,
    changes: changeSets.listOf,
    auditEntries: audit.list,
    staffQueue: queueList,
    staffEngines: engineDesk.list,
    staffConnectedEngines: connectedEngineDesk.list,
    staffModels: modelDesk.list,
    staffSettings: settings.list,
    views: services.views.listFor,
    categories: categoryDesk.list,
    staffHotWords: hotWordDesk.list,
    staffMaterials: materialDesk.list,
    staffAgreements: agreementDesk.list,
    staffNotices: noticeDesk.list,
  };
  return Object.entries(lists).map(([name, list]) => {
    const callName = name as ListCallName;
    const call = consoleContract[callName] as ConsoleResource['call'];
    const listFor = (caller: StaffCaller) => {
      const listed = (typeof list === 'function' ? list(caller) : list) as AnyList<unknown>;
      requireColumns(callName, call.list, listed);
      return listed;
    };
    if (typeof list !== 'function') requireColumns(callName, call.list, list as AnyList<unknown>);
    return { name: resourceOf(call.path), callName, call, listFor };
  });
}

/** Throws at the start when the fields of a list's contract and its source differ. */
function requireColumns(callName: string, { fields, hasSearch }: ListDefinition, list: AnyList<unknown>): void {
  if ('all' in list) return;
  const { columns, search } = list.source;
  const asked = Object.keys(fields).sort().join();
  const known = Object.keys(columns).sort().join();
  if (asked !== known) throw new Error(`The list ${callName} can be asked for ${asked}, its columns are ${known}`);
  if (hasSearch !== (search !== undefined))
    throw new Error(`The search of the list ${callName} is declared on one side`);
}
