/** What the product does behind its answers, where a rule of the control plane can strike. */
export const faultSteps = ['engine.run', 'sms.send', 'pay.notify', 'blob.put'] as const;
export type FaultStep = (typeof faultSteps)[number];

/** Where bad luck can be let in. */
export interface FaultPoints {
  /** The same adapter, in which rules can strike before one of its calls. */
  at<T extends object>(step: FaultStep, adapter: T, call: keyof T): T;
}
