import { z } from 'zod';
import { Id } from './fields.ts';

/** Properties that the calls of staff share. Calls that change something leave an audit row. */
export const desk = { access: 'staff', answers: 'dialect', tag: '管理' } as const;
export const byId = z.object({ id: Id });
export { Reason } from './text.ts';
