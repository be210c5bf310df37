import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';

export const accountSettings = { appId: 'wx0000000000000001', secret: 'account-secret', token: 'callback-token' };

const tokenSeconds = 7200;

/**
 * The interface of a WeChat official account, written from its documentation: stable_token and qrcode/create of
 * developers.weixin.qq.com/doc/service, and the pushes it makes. Tokens hold until `expireTokens`.
 */
export async function startFakeOfficialAccount() {
  let tokens = 0;
  let isDown = false;
  const calls: Array<{ path: string; body: Record<string, unknown> }> = [];

  function answerOf(url: URL, body: Record<string, unknown>): object {
    if (url.pathname === '/cgi-bin/stable_token') {
      const isKnown = body.appid === accountSettings.appId && body.secret === accountSettings.secret;
      if (body.grant_type !== 'client_credential' || !isKnown) return { errcode: 40125, errmsg: 'invalid appsecret' };
      tokens = Math.max(1, tokens);
      return { access_token: `token-${tokens}`, expires_in: tokenSeconds };
    }
    if (url.pathname === '/cgi-bin/qrcode/create') {
      if (url.searchParams.get('access_token') !== `token-${tokens}`)
        return { errcode: 40001, errmsg: 'invalid credential, access_token is invalid or not latest' };
      const { scene_str } = (body.action_info as { scene: { scene_str: string } }).scene;
      if (!scene_str || scene_str.length > 64) return { errcode: 40169, errmsg: 'invalid length for scene' };
      return {
        ticket: `gQ${scene_str}`,
        expire_seconds: body.expire_seconds,
        url: `http://weixin.qq.com/q/${scene_str.slice(0, 12)}`,
      };
    }
    return { errcode: 40066, errmsg: 'invalid url' };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = (await readJson(request)) as Record<string, unknown>;
    calls.push({ path: url.pathname, body });
    if (isDown) {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerOf(url, body)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    gateway: `http://127.0.0.1:${port}`,
    calls,
    /** The tokens given so far are good no more, as when somebody else asked for one. */
    expireTokens() {
      tokens += 1;
    },
    goDown() {
      isDown = true;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The query the account signs its calls with. @param at milliseconds */
export function signedQuery(at: number, token = accountSettings.token): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const nonce = '1372623149';
  const signature = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest('hex');
  return { signature, timestamp, nonce };
}

/** A pushed message as the documentation shows it. */
export function pushedEvent(event: string, eventKey: string, openId = 'oOpenId_1'): Buffer {
  return Buffer.from(`<xml><ToUserName><![CDATA[gh_account]]></ToUserName>
<FromUserName><![CDATA[${openId}]]></FromUserName>
<CreateTime>123456789</CreateTime>
<MsgType><![CDATA[event]]></MsgType>
<Event><![CDATA[${event}]]></Event>
<EventKey><![CDATA[${eventKey}]]></EventKey>
<Ticket><![CDATA[TICKET]]></Ticket></xml>`);
}
