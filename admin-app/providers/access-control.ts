import type { AccessControlProvider } from '@refinedev/core';
import { accountDeskContract } from '#shared/contract/account-desk';
import { agreementDeskContract } from '#shared/contract/agreement-desk';
import { auditDeskContract } from '#shared/contract/audit-desk';
import { categoryDeskContract } from '#shared/contract/category-desk';
import { connectedEngineDeskContract } from '#shared/contract/connected-engine-desk';
import { contentDeskContract } from '#shared/contract/content-desk';
import { engineDeskContract } from '#shared/contract/engine-desk';
import { galleryDeskContract } from '#shared/contract/gallery-desk';
import { galleryShelfDeskContract } from '#shared/contract/gallery-shelf-desk';
import { impersonationDeskContract } from '#shared/contract/impersonation';
import { mergeDeskContract } from '#shared/contract/merge-desk';
import { modelDeskContract } from '#shared/contract/model-desk';
import { noticeDeskContract } from '#shared/contract/notice-desk';
import { orderDeskContract } from '#shared/contract/order-desk';
import { personalDataDeskContract } from '#shared/contract/personal-data-desk';
import { productDeskContract } from '#shared/contract/product-desk';
import { queueDeskContract } from '#shared/contract/queue-desk';
import { reportDeskContract } from '#shared/contract/report-desk';
import { rightsDeskContract } from '#shared/contract/rights-desk';
import { settingDeskContract } from '#shared/contract/setting-desk';
import { slowDeskContract } from '#shared/contract/slow-desk';
import { adminContract, manageContract, type StaffInfo } from '#shared/contract/staff';
import { staffDeskContract } from '#shared/contract/staff-desk';
import { taskDeskContract } from '#shared/contract/task-desk';
import type { StaffPermission } from '#shared/domain/staff-permissions';
import { staffSession } from './staff-session.ts';

/** The call behind an action; its permission stands in the contract. */
type Call = { permission: StaffPermission | null };

/** Accounts of staff take a right of their own beside that of the call. */
const staffAccounts: Call = { permission: 'staff.write' };

/** Which call an action makes. What is not listed is not allowed; the server decides again in any case. */
const calls: Record<string, Record<string, Call>> = {
  account: {
    list: manageContract.accountPage,
    show: manageContract.accountDetail,
    create: manageContract.createAccount,
    edit: manageContract.updateAccount,
    editStaff: staffAccounts,
    credentials: rightsDeskContract.sendPhoneCode,
    grantPlan: { permission: 'account.grant_plan' },
    revealPhone: adminContract.revealPhone,
    ban: { permission: 'account.ban' },
    delete: manageContract.deleteAccount,
    deleteStaff: staffAccounts,
    impersonate: impersonationDeskContract.impersonate,
    merge: mergeDeskContract.mergeAccounts,
    privacy: personalDataDeskContract.requestErasure,
  },
  accountNotes: { list: accountDeskContract.accountNotes, edit: accountDeskContract.createAccountNote },
  accountSessions: { list: accountDeskContract.accountSessions, edit: accountDeskContract.endAccountSession },
  accountDevices: { list: accountDeskContract.accountDevices },
  ticketLots: { list: accountDeskContract.ticketLots },
  membershipPeriods: { list: accountDeskContract.membershipPeriods },
  consents: { list: accountDeskContract.consents },
  overview: { list: reportDeskContract.overviewReport },
  visits: { list: reportDeskContract.visitReport },
  pendingChanges: { list: rightsDeskContract.pendingChanges, edit: rightsDeskContract.approveChange },
  tasks: { list: adminContract.staffTasks, show: taskDeskContract.staffTask, edit: taskDeskContract.staffRetryTask },
  staff: {
    list: { permission: 'staff.read' },
    show: { permission: 'staff.read' },
    create: staffAccounts,
    edit: staffDeskContract.endStaffSessions,
  },
  roles: { list: staffDeskContract.staffRoleList, edit: staffDeskContract.updateStaffRole },
  queue: { list: queueDeskContract.staffQueue, edit: queueDeskContract.pauseQueue },
  engines: {
    list: engineDeskContract.staffEngines,
    show: engineDeskContract.staffEngine,
    edit: engineDeskContract.testEngine,
  },
  connectedEngines: {
    list: connectedEngineDeskContract.staffConnectedEngines,
    show: connectedEngineDeskContract.staffConnectedEngine,
    create: connectedEngineDeskContract.createConnectedEngine,
    edit: connectedEngineDeskContract.updateConnectedEngine,
  },
  slow: { list: slowDeskContract.slowState },
  models: {
    list: modelDeskContract.staffModels,
    show: modelDeskContract.staffModels,
    edit: modelDeskContract.chooseModel,
  },
  settings: {
    list: settingDeskContract.staffSettings,
    show: settingDeskContract.staffSetting,
    edit: settingDeskContract.changeSetting,
  },
  tickets: { list: adminContract.staffTicketMovements, give: productDeskContract.giveTickets },
  products: {
    list: productDeskContract.staffProducts,
    show: productDeskContract.staffProducts,
    create: productDeskContract.createProduct,
    edit: productDeskContract.updateProduct,
  },
  plans: { list: productDeskContract.staffPlans, edit: productDeskContract.updatePlan },
  orders: {
    list: orderDeskContract.staffOrders,
    show: orderDeskContract.staffOrder,
    edit: orderDeskContract.noteOrder,
    refund: orderDeskContract.refundOrder,
  },
  refunds: {
    list: orderDeskContract.staffRefunds,
    show: orderDeskContract.staffRefunds,
    edit: orderDeskContract.approveRefund,
  },
  invoices: {
    list: orderDeskContract.staffInvoices,
    show: orderDeskContract.staffInvoices,
    edit: orderDeskContract.answerInvoice,
  },
  paymentDifferences: {
    list: orderDeskContract.paymentDifferences,
    show: orderDeskContract.paymentDifferences,
    edit: orderDeskContract.resolveDifference,
  },
  billDays: {
    edit: orderDeskContract.resumeBillDay,
  },
  redeemBatches: {
    list: productDeskContract.redeemBatches,
    create: productDeskContract.createRedeemBatch,
    edit: productDeskContract.disableRedeemBatch,
    export: productDeskContract.redeemCodes,
  },
  customRequests: {
    list: orderDeskContract.staffCustomRequests,
    show: orderDeskContract.staffCustomRequests,
    edit: orderDeskContract.updateCustomRequest,
    revealPhone: orderDeskContract.revealRequestPhone,
  },
  galleryReviews: {
    list: galleryDeskContract.galleryReviews,
    show: galleryDeskContract.galleryReviews,
    edit: galleryDeskContract.rejectPicture,
  },
  audit: {
    list: auditDeskContract.auditEntries,
    show: auditDeskContract.auditEntry,
    reveal: auditDeskContract.revealAudit,
  },
  authorReports: {
    list: galleryDeskContract.authorReports,
    edit: galleryDeskContract.answerAuthorReports,
  },
  gallerySets: {
    list: galleryShelfDeskContract.gallerySets,
    show: galleryShelfDeskContract.gallerySets,
    edit: galleryShelfDeskContract.hideSet,
  },
  galleryCases: {
    list: galleryShelfDeskContract.galleryCases,
    show: galleryShelfDeskContract.galleryCases,
    edit: galleryShelfDeskContract.hideCase,
  },
  hotWords: {
    list: contentDeskContract.staffHotWords,
    create: contentDeskContract.createHotWord,
    edit: contentDeskContract.updateHotWord,
  },
  materials: { list: contentDeskContract.staffMaterials, edit: contentDeskContract.updateMaterial },
  agreements: {
    list: agreementDeskContract.staffAgreements,
    show: agreementDeskContract.staffAgreement,
    edit: agreementDeskContract.updateAgreement,
  },
  notices: {
    list: noticeDeskContract.staffNotices,
    show: noticeDeskContract.staffNotice,
    create: noticeDeskContract.createNotice,
    edit: noticeDeskContract.updateNotice,
  },
  categories: {
    list: categoryDeskContract.categories,
    show: categoryDeskContract.category,
    create: categoryDeskContract.createCategory,
    edit: categoryDeskContract.updateCategory,
  },
};

/** Names of all actions of a resource, whether or not the member of staff has the permission for them. */
export const actionsOf = (resource: string): readonly string[] => Object.keys(calls[resource] ?? {});

/** The same question for somebody known already, answered at once. */
export function mayAct({ permissions }: Pick<StaffInfo, 'permissions'>, resource: string, action: string): boolean {
  const call = calls[resource]?.[action];
  return call !== undefined && (call.permission === null || permissions.includes(call.permission));
}

export const accessControlProvider: AccessControlProvider = {
  can: async ({ resource, action }) => {
    const staff = await staffSession.current();
    const can = staff !== null && mayAct(staff, resource ?? '', action);
    return can ? { can } : { can, reason: '没有权限进行此操作' };
  },
  // Answers come from memory, and a changed role must show at once.
  options: { buttons: { hideIfUnauthorized: true }, queryOptions: { staleTime: 0, gcTime: 0 } },
};
