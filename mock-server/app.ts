import { randomUUID } from 'node:crypto';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { derivedContract } from '#shared/contract/console';
import type { Contract } from '#shared/contract/endpoint';
import { contract } from '#shared/contract/index';
import { ProductError } from '#shared/errors';
import type { Metrics } from './adapters/metrics/port.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { derivedRoutes, listRoutes } from './http/console-calls.ts';
import { noteHttps, pathWithoutSecrets } from './http/context.ts';
import { createErrorHandler } from './http/errors.ts';
import { refuseForeignHosts } from './http/hosts.ts';
import { inOrder, under } from './http/in-order.ts';
import type { Messages } from './http/messages.ts';
import { countRequest, metricsPage, metricsPath } from './http/metrics.ts';
import { type Handlers, mount } from './http/mount.ts';
import { chatRoutes } from './modules/assistant/chat.routes.ts';
import { accountPageRoutes } from './modules/desk/account-page/account-page.routes.ts';
import { bulkRoutes } from './modules/desk/bulk/bulk.routes.ts';
import { contentDeskRoutes } from './modules/desk/content/content-desk.routes.ts';
import { exportRoutes } from './modules/desk/export/export.routes.ts';
import { importRoutes } from './modules/desk/import/import.routes.ts';
import { noticeRoutes } from './modules/desk/notice/notice.routes.ts';
import { personalDataRoutes } from './modules/desk/personal-data/personal-data.routes.ts';
import { reportRoutes } from './modules/desk/report/report.routes.ts';
import { searchRoutes } from './modules/desk/search/search.routes.ts';
import { slowRoutes } from './modules/desk/slow/slow.routes.ts';
import { systemRoutes } from './modules/desk/system/system.routes.ts';
import { caseRoutes } from './modules/gallery/collections/case.routes.ts';
import { setRoutes } from './modules/gallery/collections/set.routes.ts';
import { galleryDeskRoutes } from './modules/gallery/desk/desk.routes.ts';
import { shelfDeskRoutes } from './modules/gallery/desk/shelf-desk.routes.ts';
import { downloadRoutes } from './modules/gallery/downloads/download.routes.ts';
import { pictureRoutes } from './modules/gallery/pictures/picture.routes.ts';
import { accountRoutes } from './modules/identity/account/account.routes.ts';
import { mergeRoutes } from './modules/identity/account/merge.routes.ts';
import { agreementRoutes } from './modules/identity/agreement/agreement.routes.ts';
import { authRoutes } from './modules/identity/auth/auth.routes.ts';
import { casRoutes } from './modules/identity/auth/cas.routes.ts';
import { impersonationRoutes } from './modules/identity/impersonation/impersonation.routes.ts';
import { scanRoutes } from './modules/identity/scan/scan.routes.ts';
import { staffSecurityRoutes } from './modules/identity/staff-security/security.routes.ts';
import { auditRoutes } from './modules/records/audit/audit.routes.ts';
import { changeRoutes } from './modules/records/audit/change.routes.ts';
import { pendingChangeRoutes } from './modules/records/pending/pending-change.routes.ts';
import { settingRoutes } from './modules/records/setting/setting.routes.ts';
import { viewRoutes } from './modules/records/view/view.routes.ts';
import { booksRoutes } from './modules/shop/books/books.routes.ts';
import { customRequestRoutes } from './modules/shop/custom-request/custom-request.routes.ts';
import { invoiceRoutes } from './modules/shop/invoice/invoice.routes.ts';
import { membershipRoutes } from './modules/shop/membership/membership.routes.ts';
import { orderDeskRoutes, orderRoutes } from './modules/shop/order/order.routes.ts';
import { productRoutes } from './modules/shop/product/product.routes.ts';
import { redeemRoutes } from './modules/shop/redeem/redeem.routes.ts';
import { refundRoutes } from './modules/shop/refund/refund.routes.ts';
import { ticketRoutes } from './modules/shop/ticket/ticket.routes.ts';
import { buildingRoutes } from './modules/studio/building/building.routes.ts';
import { categoryRoutes } from './modules/studio/category/category.routes.ts';
import { categoryDeskRoutes } from './modules/studio/category/category-desk.routes.ts';
import { connectedEngineDeskRoutes } from './modules/studio/engine/connected-engine-desk.routes.ts';
import { engineDeskRoutes } from './modules/studio/engine/engine-desk.routes.ts';
import { imageRoutes } from './modules/studio/image/image.routes.ts';
import { liveRoutes } from './modules/studio/live/live.routes.ts';
import { modelDeskRoutes } from './modules/studio/model/model-desk.routes.ts';
import { projectRoutes } from './modules/studio/project/project.routes.ts';
import { segmentRoutes } from './modules/studio/segment/segment.routes.ts';
import { shareRoutes } from './modules/studio/share/share.routes.ts';
import { sharePage } from './modules/studio/share/share-page.routes.ts';
import { queueDeskRoutes } from './modules/studio/task/queue-desk.routes.ts';
import { taskRoutes } from './modules/studio/task/task.routes.ts';
import { taskDeskRoutes } from './modules/studio/task/task-desk.routes.ts';

export interface ProductApp {
  app: Express;
  /** Ends open event streams, so that the server can close. */
  endStreams(): void;
}

export interface AppParts {
  config: Config;
  deps: Deps;
  log: Logger;
  isReady: () => boolean;
  messages: Messages;
  /** Files of both apps, which are the same in every world. */
  pages: RequestHandler;
  /** Answers requests that belong to another world; the app of such a world has none. */
  router?: RequestHandler;
  /** True once the services are closed, though requests may still be under way. */
  isEnded?: () => boolean;
}

/** Every call, the same object for every world: what is made from it is made once. */
const mounted: Contract = { ...contract, ...derivedContract };

/** The whole product, as one world has it, as an Express app that listens nowhere yet. */
export function createApp({ config, deps, log, isReady, messages, pages, router, isEnded }: AppParts): ProductApp {
  const app = express();
  const streams = new Set<Response>();
  const endStreams = () => {
    for (const response of streams) response.end('event: shutdown\ndata: {}\n\n');
  };
  messages.adopt(app);

  // Sessions are deleted with the data, so all event streams are ended: their clients have to log in again.
  deps.store.whenEmptied(endStreams);
  const openStreams = {
    add(response: Response) {
      streams.add(response);
      response.once('close', () => streams.delete(response));
    },
  };
  const handlers = productHandlers(config, deps, openStreams, isReady);
  const derived = derivedRoutes(handlers, deps.consoleResources, deps.listReader);
  const authenticator = { ...deps.auth.authenticator, viewer: deps.impersonations.viewer };
  const calls = mount(
    mounted,
    { ...handlers, ...derived } as unknown as Handlers<Contract>,
    authenticator,
    deps.phoneSearches.note,
  );
  const { control, phone, simulatedPayment } = deps;
  app.use(
    inOrder(
      nameRequests(log, deps.metrics),
      securityHeaders(config),
      refuseForeignHosts(config),
      noteHttps(config.publicUrl),
      refuseWhileStopping(isReady),
      ...(router ? [router] : []),
      // Event streams say no-transform and files of the apps come compressed, so this is for JSON and pages.
      compression(),
      under(metricsPath, Router().use(metricsPath, metricsPage(config, deps.metrics))),
      ...(control ? [under('/__mock', control.router), ...control.watch] : []),
      ...(phone ? [under('/scan', Router().use('/scan', phone))] : []),
      ...(simulatedPayment ? [under('/pay', Router().use('/pay', simulatedPayment.cashier))] : []),
      calls,
    ),
  );
  app.use(['/api', '/cas', '/__mock'], () => {
    throw new ProductError('request.not_found');
  });
  app.use('/share', sharePage(deps.shares, config));
  app.use(pages);
  app.use(() => {
    throw new ProductError('request.not_found');
  });
  app.use(createErrorHandler(log, isEnded));

  return {
    app,
    endStreams,
  };
}

/** The handlers of every call of the product. */
function productHandlers(
  config: Config,
  deps: Deps,
  openStreams: { add(response: Response): void },
  isReady: () => boolean,
) {
  const { auth, impersonations, accounts, accountDesk, images, tickets, tasks, engines, feed, previews } = deps;
  /** Returns true when the reader of a stream is still allowed: as themselves, or as staff viewing a customer. */
  const isLive = async (sessionHash: string) =>
    (await auth.isLive(sessionHash)) || (await impersonations.isLive(sessionHash));
  return {
    ...systemRoutes({ ...deps, config, isReady }),
    ...authRoutes(auth, accounts, deps.agreements, deps.scans.bindAndLogin, deps.personalData.own.dueAt, {
      ...config,
      isLocal: config.mode === 'local',
    }),
    ...casRoutes(deps.cas, auth, config.publicUrl),
    ...scanRoutes(deps.scans, config),
    ...accountRoutes(accountDesk),
    ...accountPageRoutes(deps.accountPage, deps.taskDesk),
    ...imageRoutes(images),
    ...buildingRoutes(deps.buildings),
    ...ticketRoutes(tickets, deps.ticketDesk),
    ...productRoutes(deps.productDesk),
    ...membershipRoutes(deps.memberships),
    ...redeemRoutes(deps.redeem, deps.redeemDesk),
    ...taskRoutes(tasks, engines, { feed, previews }, openStreams, isLive),
    ...taskDeskRoutes(deps.taskDesk),
    ...queueDeskRoutes(deps.queueDesk),
    ...engineDeskRoutes(deps.engineDesk),
    ...connectedEngineDeskRoutes(deps.connectedEngineDesk, deps.engineGraphDesk),
    ...slowRoutes(deps.slowDesk),
    ...modelDeskRoutes(deps.modelDesk),
    ...settingRoutes(deps.settings),
    ...categoryRoutes(deps.categories),
    ...categoryDeskRoutes(deps.categoryDesk),
    ...contentDeskRoutes(deps.hotWordDesk, deps.materialDesk),
    ...agreementRoutes(deps.agreements, deps.agreementDesk),
    ...noticeRoutes(deps.notices, deps.noticeDesk),
    ...pictureRoutes(deps.gallery),
    ...projectRoutes(deps.projects, deps.works, deps.versions),
    ...shareRoutes(deps.shares),
    ...caseRoutes(deps.cases, deps.people),
    ...galleryDeskRoutes(deps.galleryDesk),
    ...shelfDeskRoutes(deps.shelfDesk),
    ...downloadRoutes(deps.downloads),
    ...setRoutes(deps.imageSets, deps.folders),
    ...segmentRoutes(deps.segments),
    ...liveRoutes(deps.live),
    ...chatRoutes({ ...deps, models: deps.chatModels, timers: deps.chatTimers, isLive: auth.isLive }),
    ...listRoutes(deps.consoleResources, deps.listReader),
    ...exportRoutes(deps.listExports),
    ...importRoutes(deps.imports),
    ...changeRoutes(deps.changeSets),
    ...pendingChangeRoutes(deps.pending),
    ...staffSecurityRoutes(deps.security, deps.roles),
    ...auditRoutes(deps.audit),
    ...bulkRoutes(deps),
    ...viewRoutes(deps.views),
    ...impersonationRoutes(impersonations),
    ...personalDataRoutes(deps.personalData),
    ...mergeRoutes(deps.merges),
    ...searchRoutes(deps.search),
    ...orderRoutes(deps.orders, config.publicUrl),
    ...orderDeskRoutes(deps.orders, deps.refunds.desk.ofOrder),
    ...refundRoutes(deps.refunds, deps.orders),
    ...booksRoutes(deps.books),
    ...invoiceRoutes(deps.invoices, deps.orders),
    ...customRequestRoutes(deps.customRequests),
    ...reportRoutes(deps.reports),
  };
}

/** Every answer carries an id that stands in the log as well. */
function nameRequests(log: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    // It came through the app of the unnamed world.
    if (response.locals.requestId !== undefined) return next();
    const requestId = randomUUID();
    const startedAt = performance.now();
    response.locals.requestId = requestId;
    response.set('X-Request-Id', requestId);
    response.on('close', () => {
      const elapsed = performance.now() - startedAt;
      countRequest(metrics, request, response, elapsed);
      // In local mode there are no lines of requests.
      if (!log.isLevelEnabled('info')) return;
      const ms = Math.round(elapsed);
      const path = pathWithoutSecrets(request);
      log.info({ requestId, method: request.method, path, status: response.statusCode, ms }, 'request');
    });
    next();
  };
}

/** Helmet is asked once: its headers are the same for every answer. */
function securityHeaders(config: Config): RequestHandler {
  const headers = new Headers();
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The viewer of building models unpacks their meshes with WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // antd writes its styles at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // The viewer of building models reads the pictures in their files.
        connectSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    strictTransportSecurity: config.mode === 'production',
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  const recorder = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader() {} };
  protect({} as Request, recorder as unknown as Response, (error) => {
    if (error) throw error;
  });
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}

function refuseWhileStopping(isReady: () => boolean): RequestHandler {
  return (request, _response, next) => {
    if (isReady() || request.path === '/api/health') next();
    else throw new ProductError('server.not_ready');
  };
}
