import { minute } from '#shared/domain/time';
import type { ScanSceneRow } from './scan.repository.ts';

/** Seconds for which a QR code can be scanned and confirmed (docs/RULES.md R38). */
export const sceneSeconds = 180;
/** Time after the confirmation in which a WeChat without an account can be bound to a phone, milliseconds. */
const bindingMs = 10 * minute;
export const sceneLimit = { windowMs: 10 * minute, most: 30 } as const;
/** Ended scenes are kept this long, so that the limit can count them. */
export const scenesKeptMs = 60 * minute;

/** State of a scene now: it expires unless the browser has been told of the confirmation before. */
export function statusAt(scene: ScanSceneRow, now: number): ScanSceneRow['status'] {
  const hasEnded = scene.status === 'canceled' || scene.redeemed_at !== null;
  return !hasEnded && scene.expires_at <= now ? 'expired' : scene.status;
}

/** Returns true when the phone can still do something with a scene. */
export function isOpen(scene: ScanSceneRow, now: number): boolean {
  const status = statusAt(scene, now);
  return status === 'waiting' || status === 'scanned';
}

/** Returns true when the browser may bind the WeChat that confirmed to a phone. */
export function isBindable(scene: ScanSceneRow, now: number): boolean {
  return statusAt(scene, now) === 'confirmed' && scene.confirmed_at !== null && now < scene.confirmed_at + bindingMs;
}
