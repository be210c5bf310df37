import type { FormRule } from 'antd';
import type { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';

/** A form rule that asks the contract: what the server would refuse is said before sending, in the same words. */
export function schemaRule(schema: z.ZodType): FormRule {
  return {
    validator: async (_rule, value: unknown) => {
      const isBlank = value === undefined || value === null || value === '';
      const read = schema.safeParse(isBlank ? (schema.isOptional() ? undefined : '') : value);
      const [issue] = read.error?.issues ?? [];
      if (issue) throw new Error(sentenceOf(issue));
    },
  };
}
