import type { HttpError } from '@refinedev/core';
import { Form, type FormInstance } from 'antd';
import { useEffect, useState } from 'react';

/** One field that somebody else changed meanwhile: before and now, and what is typed here where that differs. */
export interface Overtaken<F> {
  name: keyof F & string;
  before: F[keyof F];
  now: F[keyof F];
  /** Value typed into the field here; absent when the field was not touched and shows the present value. */
  mine?: { value: F[keyof F] };
  /** Present when the form's own save got no response, so that the difference may come from that save. */
  isInDoubt?: true;
}

/**
 * A form for a record that several people may edit (optimistic locking). It saves against the version its values were
 * read from. When the server refuses that version and a newer record arrives, in the error response or as `row`,
 * untouched fields take the new values, and `overtaken` lists every difference; for touched fields it includes the
 * typed value, so that the user can choose. The same happens when a save got no response and `row` has a newer
 * version.
 * @param row the newest known state of the record
 */
export function useVersionedForm<R extends object, F extends object>(
  row: R,
  toFields: (row: R) => F,
  refusal: { error: HttpError | null; reset: () => void },
) {
  const [form] = Form.useForm<F>();
  const [base, setBase] = useState(row);
  const [overtaken, setOvertaken] = useState<Array<Overtaken<F>>>();
  const isInDoubt = refusal.error?.isInDoubt === true;
  const isRefused = isInDoubt || /changed_meanwhile$/.test(refusal.error?.reason ?? '');
  const told = refusal.error?.current as R | undefined;
  const newest = told ?? row;
  const isStale = isRefused && (told !== undefined || versionOf(row) !== versionOf(base));

  // biome-ignore lint/correctness/useExhaustiveDependencies: happens once per refusal
  useEffect(() => {
    if (!isStale) return;
    const typed = form.getFieldsValue(true) as F;
    const changed = overtakenIn(toFields(base), toFields(newest), typed);
    form.setFields(
      changed
        .filter(({ mine }) => !mine)
        .map(({ name, now }) => ({ name: name as never, value: now as never, touched: false })),
    );
    setBase(newest);
    setOvertaken(isInDoubt ? changed.map((one) => ({ ...one, isInDoubt })) : changed);
    refusal.reset();
  }, [isStale]);

  // Nothing was typed yet: the form goes on from what is there now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: happens once per newer record
  useEffect(() => {
    if (isStale || versionOf(row) === versionOf(base) || form.isFieldsTouched()) return;
    const now = toFields(row);
    form.setFields(namesOf(now).map((name) => ({ name: name as never, value: now[name] as never, touched: false })));
    setBase(row);
  }, [versionOf(row)]);

  return {
    form: form as FormInstance<F>,
    base,
    initialValues: toFields(base),
    overtaken,
    /** Begins anew with the record as it is now, e.g. when a dialog is opened. */
    begin: () => {
      setBase(row);
      setOvertaken(undefined);
    },
    /** Which of the fields were changed by this form. */
    changedOf: (fields: F): ReadonlySet<keyof F> => {
      const before = toFields(base);
      return new Set(namesOf(before).filter((name) => !isSame(fields[name] ?? '', before[name] ?? '')));
    },
  };
}

/** Fields that somebody else changed under a form that holds `typed`. */
export function overtakenIn<F extends object>(before: F, now: F, typed: F): Array<Overtaken<F>> {
  return namesOf(now)
    .filter((name) => !isSame(before[name], now[name]))
    .map((name) => {
      const isTyped = name in typed && !isSame(typed[name] ?? '', before[name] ?? '');
      const mine = isTyped && !isSame(typed[name], now[name]) ? { mine: { value: typed[name] } } : {};
      return { name, before: before[name], now: now[name], ...mine };
    });
}

const versionOf = (row: object) => (row as { version?: number }).version;

/** Returns true when two values of a field say the same; days are objects. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function namesOf<F extends object>(fields: F): Array<keyof F & string> {
  return Object.keys(fields) as Array<keyof F & string>;
}
