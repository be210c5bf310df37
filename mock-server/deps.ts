import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAdjustableClock } from './adapters/clock/adjustable.ts';
import type { AdjustableClock } from './adapters/clock/port.ts';
import { createEmailOutbox } from './adapters/email/outbox.ts';
import { realEmail } from './adapters/email/real.ts';
import { createPaymentDirectory } from './adapters/payment/directory.ts';
import { realAlipay, realWechatPay } from './adapters/payment/real.ts';
import { createSimulatedPayment } from './adapters/payment/simulated/index.ts';
import type { QrLoginProvider } from './adapters/qr-login/port.ts';
import { realQrLogin } from './adapters/qr-login/real.ts';
import { createSimulatedQrLogin } from './adapters/qr-login/simulated/index.ts';
import { createPhone } from './adapters/qr-login/simulated/phone.ts';
import { createEmbeddedEngine } from './adapters/render/embedded/index.ts';
import type { RenderEngine } from './adapters/render/port.ts';
import { createQuickEngine } from './adapters/render/test/index.ts';
import { createEmbeddedSegmenter } from './adapters/segment/embedded.ts';
import { createSmsOutbox, type SmsOutbox } from './adapters/sms/outbox.ts';
import { realSms } from './adapters/sms/real.ts';
import { createFileStorage } from './adapters/storage/file-system.ts';
import type { Config } from './config.ts';
import { createControlPlane } from './control/control-plane.ts';
import { type OwnedFolder, takeDataFolder } from './db/data-folder.ts';
import { openStore } from './db/open.ts';
import { refuseForeignOrigin } from './http/fetch-metadata.ts';
import { escapeHtml, htmlPage } from './http/html.ts';
import { type Ids, randomIds } from './ids.ts';
import { createAccountService } from './modules/account/account.service.ts';
import { createManageService } from './modules/account/manage.service.ts';
import { codeLifetime } from './modules/auth/auth.rules.ts';
import { createAuthService } from './modules/auth/auth.service.ts';
import { serviceCheck } from './modules/auth/cas.rules.ts';
import { createCasService } from './modules/auth/cas.service.ts';
import { createPasswords, type Passwords } from './modules/auth/password.ts';
import { removeSessionsOf } from './modules/auth/session-ends.ts';
import { createBooks } from './modules/books/books.service.ts';
import { createDifferences } from './modules/books/differences.ts';
import { createCustomRequestService } from './modules/custom-request/custom-request.service.ts';
import { createImageService } from './modules/image/image.service.ts';
import { createPictureWork } from './modules/image/picture-work.ts';
import { createVariantCache } from './modules/image/variant-cache.ts';
import { createInvoiceService } from './modules/invoice/invoice.service.ts';
import { createLiveService } from './modules/live/live.service.ts';
import { createMembershipService } from './modules/membership/membership.service.ts';
import { createOrders } from './modules/order/order.service.ts';
import { createProductService } from './modules/product/product.service.ts';
import { createProductDesk } from './modules/product/product-desk.service.ts';
import { createProjectService } from './modules/project/project.service.ts';
import { createVersionService } from './modules/project/version.service.ts';
import { createWorksService } from './modules/project/works.service.ts';
import { createRedeemService } from './modules/redeem/redeem.service.ts';
import { createRedeemDesk } from './modules/redeem/redeem-desk.service.ts';
import { createRefunds } from './modules/refund/refund.service.ts';
import { createRefundBook } from './modules/refund/refund-book.ts';
import { createScanService } from './modules/scan/scan.service.ts';
import { createSegmentService } from './modules/segment/segment.service.ts';
import { createAuditService } from './modules/staff/audit.service.ts';
import { createStaffService } from './modules/staff/staff.service.ts';
import { createSystemService } from './modules/system/system.service.ts';
import { createEngineDirectory } from './modules/task/engine-directory.ts';
import { createTaskService } from './modules/task/task.service.ts';
import { createTaskFeed } from './modules/task/task-feed.ts';
import { createTaskQueue } from './modules/task/task-queue.ts';
import { createTaskRuns } from './modules/task/task-runs.ts';
import { createTaskView } from './modules/task/task-view.ts';
import { createTicketService } from './modules/ticket/ticket.service.ts';
import { createTicketDesk } from './modules/ticket/ticket-desk.service.ts';
import { isPlanted, seed } from './seed/seed.ts';
import { createRunner } from './worker/runner.ts';

/** Nothing takes chat tickets until a chat model with a price is configured, for which there is no setting yet. */
const ticketsWithUse = ['normal', 'live'] as const;

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** What a test may put in the place of the real thing. */
export interface Replacements {
  clock?: AdjustableClock;
  ids?: Ids;
  /** Where codes go unless the configuration names a real sender. */
  sms?: SmsOutbox;
  qrLogin?: QrLoginProvider;
  engines?: readonly RenderEngine[];
  passwords?: Passwords;
  /** Leaves the database empty but for the administrator. */
  isSeedSkipped?: boolean;
}

/** Builds every service once, in the open: the only place that chooses adapters. */
export async function createDeps(config: Config, log: Logger, replacements: Replacements = {}) {
  const folder = takeDataFolder(config.dataDir);
  try {
    return await createServices(config, log, replacements, folder);
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function createServices(config: Config, log: Logger, replacements: Replacements, folder: OwnedFolder) {
  const clock = replacements.clock ?? createAdjustableClock();
  const ids = replacements.ids ?? randomIds;
  const sms = replacements.sms ?? createSmsOutbox();
  const passwords = replacements.passwords ?? createPasswords();
  const emails = createEmailOutbox();
  const store = openStore(path.join(config.dataDir, 'zhuhui.db'));
  const storage = await createFileStorage(path.join(config.dataDir, 'files'));
  const cacheFolder = path.join(config.dataDir, 'cache');
  const variants = await createVariantCache(cacheFolder);
  const ownEngines = replacements.engines === undefined;
  const renderEngines = replacements.engines ?? [
    ...(config.testEngine === 'fast' ? [createQuickEngine()] : []),
    createEmbeddedEngine({ threads: config.engineThreads, cacheFolder }),
  ];

  const simulatedPayment =
    config.alipayProvider === 'simulated' || config.wechatPayProvider === 'simulated'
      ? createSimulatedPayment({
          folder: config.dataDir,
          clock,
          ids,
          send: fetch,
          house: { htmlPage, escapeHtml, refuseForeignOrigin },
        })
      : undefined;
  const payments = createPaymentDirectory({
    alipay:
      config.alipayProvider === 'simulated' ? (simulatedPayment?.provider ?? null) : await realAlipay(config, clock),
    wechat:
      config.wechatPayProvider === 'simulated' ? (simulatedPayment?.provider ?? null) : realWechatPay(config, clock),
  });

  const engines = createEngineDirectory(renderEngines);
  const feed = createTaskFeed();
  const audit = createAuditService({ clock });
  const products = createProductService({ store, clock, usableTickets: ticketsWithUse });
  const { plans } = products;
  const tickets = createTicketService({ store, clock, ids, plans });
  const accounts = createAccountService({ store, clock, ids, tickets, plans });
  const memberships = createMembershipService({ store, clock, ids, tickets, accounts, products });
  const productDesk = createProductDesk({ store, clock, ids, products, audit });
  const ticketDesk = createTicketDesk({ store, clock, tickets, accounts, audit, ceiling: config.giftCeiling });
  const redeem = createRedeemService({ store, clock, plans, tickets, memberships });
  const redeemDesk = createRedeemDesk({ store, clock, ids, plans, audit });
  const manage = createManageService({
    store,
    clock,
    accounts,
    memberships,
    audit,
    passwords,
    endSessions: removeSessionsOf,
  });
  const senderDeps = { log, codeMinutes: codeLifetime / 60_000 };
  const auth = createAuthService({
    store,
    clock,
    ids,
    sms: realSms(config, senderDeps) ?? sms,
    email: (await realEmail(config, senderDeps)) ?? emails,
    accounts,
    passwords,
    codeKey: installationKey(config.dataDir),
    sessionDays: config.sessionDays,
    staffSessionDays: config.staffSessionDays,
    isEmailLoginOpen: config.isEmailLoginOpen,
    isAccountLoginOpen: config.isAccountLoginOpen,
  });
  const invoices = createInvoiceService({ store, clock, ids, audit });
  const customRequests = createCustomRequestService({ store, clock, ids, auth, audit });
  const differences = createDifferences({ clock, ids });
  const refundBook = createRefundBook({ clock, ids, memberships, tickets });
  const orders = createOrders({
    store,
    clock,
    ids,
    products,
    memberships,
    tickets,
    accounts,
    payments,
    invoices,
    refunds: refundBook,
    differences,
    audit,
    log,
  });
  const refunds = createRefunds({ store, clock, orders, book: refundBook, audit, log });
  const books = createBooks({ store, clock, payments, orders, differences, audit, log });
  const readService = serviceCheck(config.casServices, config.mode === 'local');
  const cas = createCasService({ store, clock, ids, accounts, auth, readService });
  const chosenQrLogin =
    config.qrLoginProvider === 'simulated' ? createSimulatedQrLogin() : realQrLogin(config, { clock, log });
  const qrLogin = replacements.qrLogin ?? chosenQrLogin;
  const scans = createScanService({ store, clock, ids, accounts, auth, provider: qrLogin });
  const phone = qrLogin?.isSimulated
    ? createPhone({
        house: { htmlPage, escapeHtml, refuseForeignOrigin },
        newcomer: () => String(ids.number(1_000_000)).padStart(6, '0'),
        look: scans.look,
        emit: scans.receive,
      })
    : undefined;
  const pictures = createPictureWork();
  const { uploadMegabytes } = config;
  const images = createImageService({ store, clock, ids, storage, variants, pictures, uploadMegabytes });
  const segmenter = createEmbeddedSegmenter({ cache: variants });
  const segments = createSegmentService({
    store,
    storage,
    images,
    segmenter,
    uploadMegabytes,
  });
  const live = createLiveService({ store, clock, ids, tickets, engines });
  const staff = createStaffService({ store });
  const system = createSystemService({ store, clock, storage });
  const queue = createTaskQueue({ clock, feed, plans, concurrency: config.taskConcurrency });
  const view = createTaskView({ tickets, queue });
  const tasks = createTaskService({
    store,
    clock,
    ids,
    tickets,
    images,
    accounts,
    engines,
    feed,
    queue,
    view,
    wakeRunner: () => runner.wake(),
    stopRun: (taskId) => runner.stopRun(taskId),
  });
  const runs = createTaskRuns({ store, clock, ids, tickets, images, accounts, tasks, queue });
  const projects = createProjectService({ store, clock, ids, images });
  const works = createWorksService({ store, clock, images, projects, view });
  const versions = createVersionService({ store, images });
  await runs.reclaimAll();
  await images.sweepOrphans();
  const runner = createRunner({ store, storage, images, engines, runs, log, concurrency: config.taskConcurrency });

  const services = {
    store,
    clock,
    ids,
    sms,
    storage,
    variants,
    accounts,
    manage,
    auth,
    passwords,
    cas,
    scans,
    phone,
    emails,
    images,
    pictures,
    segments,
    live,
    tickets,
    ticketDesk,
    products,
    productDesk,
    memberships,
    redeem,
    redeemDesk,
    orders,
    refunds,
    books,
    invoices,
    customRequests,
    staff,
    system,
    tasks,
    projects,
    works,
    versions,
    engines,
    feed,
    runs,
    runner,
    payments,
    simulatedPayment,
  };
  let ticking = Promise.resolve();
  /** Does what the clock has made due, one tick after the other; called every second. */
  function tick(): Promise<void> {
    const work = async () => {
      await memberships.advance();
      await simulatedPayment?.deliverDue();
      await orders.tick();
      await refunds.tick();
      await books.tick();
      await runner.reclaim();
    };
    ticking = ticking.then(work, work);
    return ticking;
  }
  await products.start();
  const plant = async (scenario: 'seed' | 'empty') => {
    await products.start();
    await seed(services, config, scenario);
  };
  if (!(await isPlanted(store.db))) await plant(replacements.isSeedSkipped ? 'empty' : 'seed');
  runner.start();

  return {
    ...services,
    control: config.mode === 'local' ? createControlPlane({ ...services, plant, tick }) : undefined,

    tick,

    /** Books what has expired and removes what is no longer needed; called now and then. */
    async sweep(): Promise<void> {
      await tickets.sweep();
      await redeem.sweep();
      await auth.sweep();
      await cas.sweep();
      await scans.sweep();
      await tasks.sweep();
      await works.sweep();
      await live.sweep();
      await variants.trim();
    },

    async close(graceMs: number): Promise<void> {
      await runner.stop(graceMs);
      if (ownEngines) await Promise.all(renderEngines.map((engine) => engine.close()));
      await segmenter.close();
      await pictures.close();
      await simulatedPayment?.stopDelivering();
      await Promise.race([ticking.catch(() => undefined), setTimeout(graceMs, undefined, { ref: false })]);
      await simulatedPayment?.close();
      await store.close();
      folder.release();
    },
  };
}

/** A secret made at the first start and kept beside the data. */
function installationKey(dataDir: string): string {
  const file = path.join(dataDir, 'installation.key');
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
