/** A sender that sends nothing: it keeps codes in memory, where the control plane shows them. */
export interface Outbox<Message> {
  readonly name: string;
  readonly isSimulated: boolean;
  sendCode(message: Message): Promise<void>;
  /** Newest first, of one recipient or of all. */
  sent(recipient?: string): Message[];
  /** Deletes all messages to these recipients. */
  forget(recipients: readonly string[]): void;
  clear(): void;
  /** Puts in messages as {@link Outbox.sent} gave them, in the place of all. */
  load(messages: readonly Message[]): void;
}

const kept = 500;

export function createOutbox<Message extends object>(recipientOf: (message: Message) => string): Outbox<Message> {
  let messages: Message[] = [];
  return {
    name: 'outbox',
    isSimulated: true,
    async sendCode(message) {
      messages = [message, ...messages].slice(0, kept);
    },
    sent: (recipient) => messages.filter((message) => recipient === undefined || recipientOf(message) === recipient),
    forget(recipients) {
      messages = messages.filter((message) => !recipients.includes(recipientOf(message)));
    },
    clear() {
      messages = [];
    },
    load(saved) {
      messages = [...saved];
    },
  };
}
