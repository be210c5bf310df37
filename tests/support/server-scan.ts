import { expect } from 'vitest';
import type { TestServer } from './server.ts';
import { type RawAnswer, rawRequest, type Visitor } from './server-visitor.ts';

export type ScanAction = 'scan' | 'confirm' | 'cancel';

/** People who log in by scanning, on the server a test has at the moment. */
export function scansOf(serverNow: () => TestServer) {
  let phones = 0;

  /** Plays the phone of `person`, a short name of the simulated WeChat. */
  async function play(ticket: string, action: ScanAction, person?: string): Promise<RawAnswer> {
    const body = JSON.stringify({ ticket, action, ...(person ? { person } : {}) });
    const headers = { 'content-type': 'application/json' };
    return rawRequest(serverNow().origin, 'POST', '/__mock/wx/scan', headers, body);
  }

  /** A QR code of this browser that `person` has scanned and confirmed. */
  async function confirmed(visitor: Visitor, person: string): Promise<string> {
    const { ticket } = await visitor.api.getQrCode();
    await play(ticket, 'scan', person);
    expect((await play(ticket, 'confirm', person)).json).toEqual({ ok: true, status: 'confirmed' });
    return ticket;
  }

  async function sendCode(phoneNo: string): Promise<string> {
    const server = serverNow();
    server.clock.set({ advanceMs: 61_000 });
    await server.visitor().api.sendSmsCode({ phoneNo });
    return server.sms.sent(phoneNo)[0]?.code ?? '';
  }

  /** Somebody new who scans and binds a number of nobody. */
  async function newcomer(person: string, phoneNo = `1370000${String(++phones).padStart(4, '0')}`) {
    const visitor = serverNow().visitor();
    const verifyCode = await sendCode(phoneNo);
    const scanTicket = await confirmed(visitor, person);
    const answer = await visitor.api.login({ phoneNo, verifyCode, type: 3, scanTicket });
    return { visitor, phoneNo, answer, scanTicket };
  }

  return { play, confirmed, sendCode, newcomer };
}
