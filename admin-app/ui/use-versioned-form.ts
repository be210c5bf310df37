import type { HttpError } from '@refinedev/core';
import { Form, type FormInstance } from 'antd';
import { useEffect, useState } from 'react';

interface Versioned {
  version: number;
}

/** One field that somebody else changed meanwhile: before and now. */
export interface Overtaken<F> {
  name: keyof F & string;
  before: F[keyof F];
  now: F[keyof F];
}

/**
 * A form over a record that others edit too. It saves against the version its values came from. When the server refuses
 * that one and the newer record is there, untouched fields take its values and `overtaken` lists every difference.
 * @param row the newest known state of the record
 */
export function useVersionedForm<R extends Versioned, F extends object>(
  row: R,
  toFields: (row: R) => F,
  refusal: { error: HttpError | null; reset: () => void },
) {
  const [form] = Form.useForm<F>();
  const [base, setBase] = useState(row);
  const [overtaken, setOvertaken] = useState<Array<Overtaken<F>>>();
  const isRefused = /\.changed_meanwhile$/.test(refusal.error?.reason ?? '');
  const isStale = isRefused && row.version !== base.version;

  // biome-ignore lint/correctness/useExhaustiveDependencies: happens once per refusal
  useEffect(() => {
    if (!isStale) return;
    const before = toFields(base);
    const now = toFields(row);
    const changed = differences(before, now);
    const typed = form.getFieldsValue(true) as F;
    form.setFields(
      changed
        .filter(({ name }) => isSame(typed[name], before[name]))
        .map(({ name }) => ({ name: name as never, value: now[name] as never, touched: false })),
    );
    setBase(row);
    setOvertaken(changed);
    refusal.reset();
  }, [isStale]);

  return {
    form: form as FormInstance<F>,
    base,
    initialValues: toFields(base),
    overtaken,
    /** Which of the fields were changed by this form. */
    changedOf: (fields: F): ReadonlySet<keyof F> => {
      const before = toFields(base);
      return new Set(namesOf(before).filter((name) => !isSame(fields[name] ?? '', before[name] ?? '')));
    },
  };
}

/** The fields that say something else now. */
export function differences<F extends object>(before: F, now: F): Array<Overtaken<F>> {
  return namesOf(now)
    .filter((name) => !isSame(before[name], now[name]))
    .map((name) => ({ name, before: before[name], now: now[name] }));
}

/** Whether two values of a field say the same; days are objects. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function namesOf<F extends object>(fields: F): Array<keyof F & string> {
  return Object.keys(fields) as Array<keyof F & string>;
}
