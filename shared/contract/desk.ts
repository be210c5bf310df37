import { z } from 'zod';
import { Id } from './fields.ts';

/** What the desk calls of staff share. All that change something leave an audit row. */
export const desk = { access: 'staff', answers: 'dialect', tag: '管理' } as const;
export const byId = z.object({ id: Id });
export { Reason } from './text.ts';
