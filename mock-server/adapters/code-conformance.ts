import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Parts that the tests of a sender of codes supply to the suite. */
export interface CodeSubject<Fault> {
  /** Both as the sender says. */
  name: string;
  isSimulated: boolean;
  send(recipient: string, code: string): Promise<void>;
  /** Codes that arrived, newest first. */
  received(recipient: string): string[];
  /** Breaks the way to the provider until it is mended. */
  breakNetwork?(fault: Fault): Promise<void> | void;
  mendNetwork?(): Promise<void> | void;
  /** All that was logged so far. */
  logged?(): string;
  close?(): Promise<void> | void;
}

/** Conformance suite of senders of codes, in vitest. `setUp` is called for each test. */
export function describeCodeSender<Fault extends string, Subject extends CodeSubject<Fault>>(
  title: string,
  [one, other]: readonly [string, string],
  faults: readonly Fault[],
  setUp: () => Promise<Subject>,
  more: (subjectNow: () => Subject) => void = () => undefined,
): void {
  describe(title, () => {
    let subject: Subject;
    beforeEach(async () => {
      subject = await setUp();
    });
    afterEach(() => subject.close?.());

    it('says its name and whether it is simulated', () => {
      expect(subject.name).toMatch(/^[a-z]+$/);
      expect(subject.isSimulated).toBe(subject.name === 'outbox');
    });

    it('brings every code to its own recipient, zeros and all', async () => {
      await Promise.all([subject.send(one, '000042'), subject.send(other, '987650')]);
      await subject.send(one, '314159');
      expect(subject.received(one)).toEqual(['314159', '000042']);
      expect(subject.received(other)).toEqual(['987650']);
    });

    it.each(faults)('rejects where the way is broken (%s), and sends again once it is mended', async (fault) => {
      await subject.breakNetwork?.(fault);
      await expect(subject.send(one, '161803')).rejects.toThrow(Error);
      expect(subject.logged?.()).toMatch(/^\{"level":40,/);
      expect(subject.logged?.()).not.toMatch(new RegExp(`161803|${one}`));
      await subject.mendNetwork?.();
      await subject.send(one, '222222');
      expect(subject.received(one)[0]).toBe('222222');
    });

    more(() => subject);
  });
}
