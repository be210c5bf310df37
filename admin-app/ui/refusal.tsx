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
  const fields = Object.entries(error?.errors ?? {}).filter(([name]) => name in form.getFieldsValue());
  useEffect(() => {
    if (!error?.errors) return;
    form.setFields(
      Object.entries(error.errors)
        .filter(([name]) => name in form.getFieldsValue())
        .map(([name, sentences]) => ({ name, errors: [sentences].flat().map(String) })),
    );
  }, [error, form]);
  if (!error || fields.length > 0) return null;
  return <Alert className="drawer-alert" type="error" role="alert" message={error.message} action={wayOut} />;
}
