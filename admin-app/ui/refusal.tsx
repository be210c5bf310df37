import type { HttpError } from '@refinedev/core';
import { Alert, type FormInstance } from 'antd';
import { type ReactNode, useEffect } from 'react';

interface Props {
  error: HttpError | null;
  form: FormInstance;
  /** Stands beside the sentence, e.g. a button that reloads. */
  wayOut?: ReactNode;
}

/** Why a form was refused: under its fields where the server names them, above the form otherwise. */
export function Refusal({ error, form, wayOut }: Props) {
  const fields = fieldsAtFault(error, form);
  useEffect(() => {
    form.setFields(fieldsAtFault(error, form));
  }, [error, form]);
  if (!error || fields.length > 0) return null;
  return <Alert className="drawer-alert" type="error" role="alert" message={error.message} action={wayOut} />;
}

/** Fields of the form that the server names, with its sentences. A name with dots is the path of a field. */
function fieldsAtFault(error: HttpError | null, form: FormInstance) {
  return Object.entries(error?.errors ?? {}).flatMap(([name, sentences]) => {
    const path = name.split('.');
    return isField(form.getFieldsValue(), path) ? [{ name: path, errors: [sentences].flat().map(String) }] : [];
  });
}

function isField(values: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || typeof values !== 'object' || values === null || !(name in values)) return false;
  const value: unknown = values[name as keyof typeof values];
  return rest.length > 0 ? isField(value, rest) : !isGroup(value);
}

/** True for values of several fields under one name. */
const isGroup = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
