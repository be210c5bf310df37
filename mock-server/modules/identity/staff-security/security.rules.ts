import { Secret, TOTP } from 'otpauth';
import type { StaffSetUp } from '#shared/contract/staff-door';
import { minute, second } from '#shared/domain/time';
import type { Ids } from '../../../ids.ts';

/** Period of a code of the authenticator, and number of codes accepted before and after the present one. */
const stepMs = 30 * second;
const stepsAround = 1;

/** Wrong codes, or wrong passwords of one's own, an account may type in a window. */
export const triesAtCodes = { windowMs: 15 * minute, most: 10 };

export const recoveryCodesGiven = 10;
const recoveryAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const authenticator = (secret: Secret, label: string) => new TOTP({ issuer: '筑绘控制台', label, secret });

/** A new secret of 160 bits (RFC 4226 §4), in base32. */
export function newSecret(ids: Ids): string {
  return new Secret({ buffer: new Uint8Array(ids.bytes(20)).buffer }).base32;
}

/** Address of the form `otpauth://totp/…` that authenticators read. */
export function authenticatorUrl(secret: string, loginName: string): string {
  return authenticator(Secret.fromBase32(secret), loginName).toString();
}

/**
 * The step of 30 seconds that a code belongs to, null where it is none of the present one's neighbours (RFC 6238).
 * @param now milliseconds
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = authenticator(Secret.fromBase32(secret), '').validate({
    token: code,
    timestamp: now,
    window: stepsAround,
  });
  return delta === null ? null : Math.floor(now / stepMs) + delta;
}

/** Ten characters of 5 bits each, without those that are mistaken for others. */
export function newRecoveryCode(ids: Ids): string {
  return Array.from({ length: 10 }, () => recoveryAlphabet[ids.number(recoveryAlphabet.length)]).join('');
}

/** As people read it. */
export function spelledRecoveryCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Security of an account of staff, as stored. */
export interface DoorRow {
  must_change: 0 | 1 | null;
  is_factor_needed: 0 | 1 | null;
  confirmed_at: number | null;
}

/** Steps to take before anything else. @param isExempt true for the examples of local mode */
export function setUpsOf(door: DoorRow, isExempt: boolean): StaffSetUp[] {
  if (isExempt) return [];
  const setUps: StaffSetUp[] = door.must_change === 1 ? ['password'] : [];
  return door.is_factor_needed === 1 && door.confirmed_at === null ? [...setUps, 'factor'] : setUps;
}
