import type { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';
import { type ErrorReason, errorCatalogue, ProductError } from '#shared/errors';

/**
 * Sentences per field. The message that people read is the field's own where a number or a code alone is at fault, and
 * general otherwise, so that it never says other than the fields do.
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

/** Fields whose fault has a reason of its own. */
const ownReasons: Readonly<Record<string, ErrorReason>> = { phoneNo: 'phone.invalid', verifyCode: 'code.malformed' };
