import { Alert } from 'antd';
import type { z } from 'zod';
import { useStaff } from '../providers/staff-session.ts';
import { TextField } from './fields.tsx';

/**
 * Notice that a second member of staff has to approve the change, with a field for the reason if `schema` is given.
 * Renders nothing for staff who need no approval (`isTrusted`).
 */
export function SecondPerson({ what, schema }: { what: string; schema?: z.ZodType }) {
  const me = useStaff();
  if (me?.isTrusted) return null;
  return (
    <>
      <Alert
        className="drawer-alert"
        type="info"
        message={`${what}要由另一位员工批准，批准前照旧。`}
        description="提出后在「待批准」里看得到。"
      />
      {schema && <TextField name="reason" label="理由" schema={schema} extra="给批准的人看，记入审计。" />}
    </>
  );
}
