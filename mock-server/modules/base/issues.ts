import type { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';
import { type ErrorReason, errorCatalogue, ProductError } from '#shared/errors';

/**
 * Converts validation issues to an error with messages per field. The error has the field's own reason when only a
 * phone number or a verification code is invalid, and `request.invalid` otherwise.
 */
export function fromIssues(issues: readonly z.core.$ZodIssue[]): ProductError {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || '_';
    fields[name] = [...(fields[name] ?? []), sentenceOf(issue)];
  }
  const [name = '', ...others] = Object.keys(fields);
  const reason = others.length === 0 && Object.hasOwn(ownReasons, name) ? ownReasons[name] : undefined;
  if (!reason) return new ProductError('request.invalid', { fields });
  return new ProductError(reason, { fields: { [name]: [errorCatalogue[reason].sentence] } });
}

/** Fields with an error reason of their own. */
const ownReasons: Readonly<Record<string, ErrorReason>> = { phoneNo: 'phone.invalid', verifyCode: 'code.malformed' };
