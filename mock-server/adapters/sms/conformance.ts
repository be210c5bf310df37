import { expect, it } from 'vitest';
import { type CodeSubject, describeCodeSender } from '../code-conformance.ts';
import { NumberRefused, type SmsSender } from './port.ts';

/** See `tests/support/fake-provider-server.ts`. */
type NetworkFault = 'down' | 'slow' | 'error' | 'half';

type Borrowed = 'received' | 'logged' | 'breakNetwork' | 'mendNetwork' | 'close';

/** Parts that an adapter's tests supply to the suite. */
export interface SmsSubject extends Pick<CodeSubject<NetworkFault>, Borrowed> {
  sender: SmsSender;
  at: number;
  /** Refuses the next message with this code of the provider. */
  refuseNext?(code: string): void;
}

export interface SmsTraits {
  faults: readonly NetworkFault[];
  /** The provider's codes whose cause is the number. */
  numberRefusals: readonly string[];
  /** Some of its codes whose cause is us or the provider. */
  ownRefusals: readonly string[];
}

/** Conformance suite of senders of short messages, in vitest. `setUp` is called for each test. */
export function describeSmsSender(name: string, traits: SmsTraits, setUp: () => Promise<SmsSubject>): void {
  const numbers = ['13800138000', '13912345678'] as const;
  const prepare = async () => {
    const { sender, at, ...rest } = await setUp();
    const { name, isSimulated, check } = sender;
    const send = (phoneNo: string, code: string) => sender.sendCode({ phoneNo, code, at });
    return { name, isSimulated, check, send, ...rest };
  };
  describeCodeSender(`${name} as an SMS sender`, numbers, traits.faults, prepare, (subjectNow) => {
    async function refuse(code: string): Promise<unknown> {
      const { refuseNext, send, logged, received } = subjectNow();
      refuseNext?.(code);
      const outcome = await send(numbers[0], '271828').catch((error: unknown) => error);
      expect(received(numbers[0])).toEqual([]);
      expect(logged?.()).toContain(code);
      expect(logged?.()).toContain('138****8000');
      expect(logged?.()).not.toMatch(/13800138000|271828/);
      return outcome;
    }

    it('says whether its gateway answers, where it has one, and sends nothing', async () => {
      const { check, isSimulated, received, breakNetwork, mendNetwork } = subjectNow();
      expect(check === undefined).toBe(isSimulated);
      if (!check) return;
      expect(await check()).toContain('能连上');
      expect(received(numbers[0])).toEqual([]);
      await breakNetwork?.('down');
      await expect(check()).rejects.toThrow(Error);
      await mendNetwork?.();
    });

    it.each(traits.numberRefusals)('blames the number for %s', async (code) => {
      expect(await refuse(code)).toBeInstanceOf(NumberRefused);
    });

    it.each(traits.ownRefusals)('does not blame the number for %s', async (code) => {
      const outcome = await refuse(code);
      expect(outcome).toBeInstanceOf(Error);
      expect(outcome).not.toBeInstanceOf(NumberRefused);
    });
  });
}
