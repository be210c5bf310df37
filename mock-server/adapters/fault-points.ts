/** Names of the internal calls at which a fault rule of the control plane can apply. */
export const faultSteps = ['engine.run', 'sms.send', 'pay.notify', 'blob.put'] as const;
export type FaultStep = (typeof faultSteps)[number];

/** Injects faults into adapters for tests. */
export interface FaultPoints {
  /** Returns a proxy of `adapter` that applies matching fault rules before each `call`. */
  at<T extends object>(step: FaultStep, adapter: T, call: keyof T): T;
}
