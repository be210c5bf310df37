import type { casContract } from '#shared/contract/auth';
import { ProductError } from '#shared/errors';
import { originOf } from '../../../http/context.ts';
import { clearSessionCookie, readCookie, userCookie } from '../../../http/cookies.ts';
import { htmlPage } from '../../../http/html.ts';
import type { Exchange, Handlers } from '../../../http/mount.ts';
import type { AuthService } from './auth.service.ts';
import { ticketPage, validationJson, validationXml } from './cas.rules.ts';
import type { CasService } from './cas.service.ts';

export function casRoutes(
  service: CasService,
  auth: AuthService,
  publicUrl: string | undefined,
): Handlers<typeof casContract> {
  const validate =
    (hasAttributes: boolean) =>
    async ({ input, response }: Exchange<typeof casContract.casValidate>) => {
      const validation = await service.validate(input);
      if (input.format?.toUpperCase() === 'JSON') response.json(validationJson(validation, hasAttributes));
      else response.type('application/xml').send(validationXml(validation, hasAttributes));
    };

  return {
    casCreateTicket: async ({ input, facts, request, response }) => {
      const location = originOf(request, publicUrl) + (await service.createTicket(input, facts));
      response.status(201).location(location).type('html').send(ticketPage(location));
    },
    casCreateServiceTicket: async ({ params, input, response }) => {
      response.type('text/plain').send(await service.createServiceTicket(params.tgt, input.service));
    },
    casDeleteTicket: async ({ params, response }) => {
      await auth.endSessionByTicket(params.tgt);
      clearSessionCookie(response, userCookie);
      response.status(200).type('text/plain').send(params.tgt);
    },
    casServiceValidate: validate(true),
    casValidate: validate(false),
    casLogin: async ({ input, caller, request, response }) => {
      try {
        const { location, isEnding } = await service.enter(caller, input);
        const token = readCookie(request, userCookie);
        if (isEnding && token) await auth.endSession(token);
        if (isEnding) clearSessionCookie(response, userCookie);
        response.redirect(302, location);
      } catch (error) {
        if (!(error instanceof ProductError) || error.reason !== 'cas.service_not_allowed') throw error;
        response.status(error.status).type('html').send(refusalPage);
      }
    },
    casLogout: async ({ input, request, response }) => {
      const token = readCookie(request, userCookie);
      if (token) await auth.endSession(token);
      clearSessionCookie(response, userCookie);
      response.redirect(302, service.afterLogout(input.service ?? input.url));
    },
  };
}

/** A person stands here, so it is a page and not the envelope. */
const refusalPage = htmlPage(
  '不能登录到这个服务 · 筑绘 AI',
  '<h1>不能登录到这个服务</h1><p>这个服务没有登记，不能使用筑绘账号登录。请联系它的管理员。</p><p><a href="/">返回筑绘</a></p>',
);
