import { maskPhone } from '#shared/domain/phone';
import { NumberRefused, noticeTexts, type SmsMessage, type SmsSender } from './port.ts';

/** Timeout of one request to a provider, milliseconds. */
const patienceMs = 8000;

export interface SmsProviderDeps {
  log: { warn(fact: object, sentence: string): void };
  /** 8 s. */
  patienceMs?: number;
}

/** Answer of a provider for one message. `code` is its own code, `requestId` the id its support asks for. */
export interface SmsVerdict {
  code: string;
  requestId: string;
}

/** Protocol of one provider. */
export interface SmsProtocol {
  name: string;
  /** Address of its interface. */
  gateway: string;
  /** True when it has a template for notices. */
  hasNotice: boolean;
  request(message: SmsMessage): { url: URL; headers: Record<string, string>; body?: string };
  /** Throws where the answer is not as documented. */
  read(answer: unknown): SmsVerdict;
  /** The code of a message it has accepted. */
  accepted: string;
  /** Codes whose cause is the number and not us. */
  numberRefusals: readonly string[];
}

/** A sender over HTTP. Faults are logged with the provider's code; neither number, code nor key gets into the log. */
export function createSmsProvider(protocol: SmsProtocol, deps: SmsProviderDeps): SmsSender {
  const { name } = protocol;

  async function ask(message: SmsMessage): Promise<SmsVerdict> {
    const { url, ...request } = protocol.request(message);
    const signal = AbortSignal.timeout(deps.patienceMs ?? patienceMs);
    const response = await fetch(url, { method: 'POST', redirect: 'error', signal, ...request });
    return protocol.read(await response.json());
  }

  async function deliver(message: SmsMessage): Promise<void> {
    const about = { provider: name, phoneNo: maskPhone(message.phoneNo) };
    const { code, requestId } = await ask(message).catch((error: unknown) => {
      deps.log.warn({ ...about, error }, '短信服务没有答复');
      throw new Error(`${name} gave no usable answer`, { cause: error });
    });
    if (code === protocol.accepted) return;
    deps.log.warn({ ...about, code, requestId }, '短信服务没有接受短信');
    throw protocol.numberRefusals.includes(code) ? new NumberRefused(code) : new Error(`${name}: ${code}`);
  }

  return {
    name,
    isSimulated: false,
    check: () => reach(protocol.gateway, deps.patienceMs ?? patienceMs),
    sendCode: deliver,
    async sendNotice({ phoneNo, notice, at }) {
      if (!protocol.hasNotice) throw new Error(`${name} has no template for notices`);
      await deliver({ phoneNo, code: '', at, text: noticeTexts[notice] });
    },
  };
}

/** Any answer will do: only the way there is tried. */
async function reach(url: string, timeoutMs: number): Promise<string> {
  const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  return `能连上短信网关（HTTP ${status}）`;
}
