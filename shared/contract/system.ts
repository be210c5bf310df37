import { z } from 'zod';
import { eventBatchLimits, pageEventLimits } from '../domain/page-event.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

const { name, label, path, hash, id, property, properties } = pageEventLimits;

export const PageEvent = z.object({
  name: z.string().min(1).max(name),
  /** Of the page that makes it; the same id twice is the same event. */
  eventId: z.string().min(8).max(64).optional(),
  /** Counts the events of a tab, over reloads. */
  seq: z.int().min(1).optional(),
  type: z.enum(['pv', 'click', 'leave', 'bind']).optional(),
  /** Page label of `shared/domain/page-label.ts`. */
  label: z.string().max(label).optional(),
  /** Category pages: how deep the category lies, and its ids. */
  level: z.int().min(1).max(3).optional(),
  ids: z.array(z.string().max(id).nullable()).max(3).optional(),
  /** With those query values that say nothing of a person. */
  path: z.string().max(path).optional(),
  hash: z.string().max(hash).optional(),
  /** Label and path of the page that was seen before in this tab. */
  from: z.string().max(label).optional(),
  fromPath: z.string().max(path).optional(),
  /** Number of the personal-center page that is seen, or was seen just before (docs/RULES.md R27). */
  personalCenterPage: z.int().optional(),
  /** When it happened and when it was sent, by the device's clock. */
  at: Instant.optional(),
  sentAt: Instant.optional(),
  tabId: z.string().max(64).optional(),
  /** Account that was logged in at the time. */
  userId: z.string().max(64).optional(),
  /** A picture was closed, and the page below it is seen again. */
  isReturn: z.boolean().optional(),
  /** The browser brought the page back as it was left. */
  isRestore: z.boolean().optional(),
  props: z
    .record(
      z.string().regex(/^[a-z]\w{0,39}$/i),
      z.union([z.string().max(property), z.number(), z.boolean(), z.null()]),
    )
    .refine((props) => Object.keys(props).length <= properties)
    .optional(),
  /** Events of this tab that were given up since the last message. */
  dropped: z.int().min(0).optional(),
});
export type PageEvent = z.infer<typeof PageEvent>;

export const systemContract = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'anyone',
    answers: 'bare',
    tag: '系统',
    summary: '就绪时 200 {status:"ok"}；启动、停止或存储不能写入时 503 及原因',
    output: z.object({ status: z.string(), reason: z.string().optional(), message: z.string().optional() }),
  }),
  siteSettings: endpoint({
    method: 'GET',
    path: '/api/system/settings',
    access: 'anyone',
    tag: '系统',
    summary: '页面需要的运营设置',
    output: z.object({
      /** ICP filing number shown in the footer; empty when not configured. */
      filingNumber: z.string(),
      /** The versions that a login agrees to, e.g. `user-2,privacy-1`; logins send it back. */
      agreementVersion: z.string(),
      /** True when the server runs on the builder's own machine: screens for building are there only then. */
      isLocal: z.boolean(),
      /** Initial state of the checkbox for the agreements in the login form (docs/RULES.md R37). */
      isAgreementTickedByDefault: z.boolean(),
      /** True when codes stay in the outbox of the control plane, because no provider sends them. */
      outboxes: z.object({ sms: z.boolean(), email: z.boolean() }),
      /** Customer service: what its QR code holds, and when it answers; null when not configured. */
      contact: z.object({ url: z.string(), hours: z.string() }).nullable(),
      /** Installers of the operator's desktop client; empty when there are none. */
      clientDownloads: z.array(z.object({ name: z.string(), url: z.string() })),
      /** Address from which the operator's browser extension is installed; empty when there is none. */
      extensionUrl: z.string(),
      /** Ways to log in besides phone and code, as the operator switched them. */
      logins: z.object({ wechat: z.boolean(), email: z.boolean(), account: z.boolean() }),
    }),
  }),
  trackEvents: endpoint({
    method: 'POST',
    path: '/api/track/events',
    access: 'anyone',
    encoding: 'json',
    tag: '系统',
    summary: '页面埋点；也接受 sendBeacon 的纯文本，整个正文可以就是事件的数组',
    bodyLimit: 64 * 1024,
    listField: 'events',
    input: z.object({
      events: z.array(PageEvent).max(eventBatchLimits.events),
      deviceId: z.string().max(64).optional(),
    }),
    errors: ['request.too_often'],
  }),
  openApi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    answers: 'bare',
    tag: '系统',
    summary: 'OpenAPI 3.1 描述，由契约生成',
    output: z.looseObject({ openapi: z.string() }),
  }),
  apiDocs: endpoint({
    method: 'GET',
    path: '/api/docs',
    access: 'anyone',
    answers: 'bare',
    tag: '系统',
    media: ['text/html'],
    summary: '给人看的接口文档',
    output: z.string(),
  }),
} as const;
