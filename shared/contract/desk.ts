import { z } from 'zod';
import { Id } from './fields.ts';
import { manyLines } from './text.ts';

/** What the desk calls of staff share. All that change something leave an audit row. */
export const desk = { access: 'staff', answers: 'dialect', tag: '管理' } as const;
export const byId = z.object({ id: Id });
export const Reason = manyLines(z.string().trim().min(2, '请写明理由').max(200, '理由最多200字'));
