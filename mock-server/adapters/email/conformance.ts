import { type CodeSubject, describeCodeSender } from '../code-conformance.ts';
import type { EmailSender } from './port.ts';

/** See `tests/support/fake-smtp.ts`. */
type NetworkFault = 'down' | 'slow' | 'busy' | 'half';

type Borrowed = 'received' | 'logged' | 'breakNetwork' | 'mendNetwork' | 'close';

/** Parts that an adapter's tests supply to the suite. */
export interface EmailSubject extends Pick<CodeSubject<NetworkFault>, Borrowed> {
  sender: EmailSender;
}

/** Conformance suite of senders of e-mail, in vitest. `setUp` is called for each test. */
export function describeEmailSender(
  name: string,
  faults: readonly NetworkFault[],
  setUp: () => Promise<EmailSubject>,
): void {
  const addresses = ['one@example.com', 'the.other+one@example.com'] as const;
  describeCodeSender(`${name} as an e-mail sender`, addresses, faults, async () => {
    const { sender, ...rest } = await setUp();
    const { name, isSimulated } = sender;
    return { name, isSimulated, send: (email, code) => sender.sendCode({ email, code, at: 0 }), ...rest };
  });
}
