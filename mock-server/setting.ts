import { z } from 'zod';

/** One environment variable: its name, what `docs/SETTINGS.md` says of it, and how it is checked. */
interface Setting<S extends z.ZodType = z.ZodType> {
  env: string;
  doc: string;
  schema: S;
  /** Option of a `…_PROVIDER` setting that does not work without this setting. */
  neededBy?: string;
}

/** Values of a table of settings after reading and checking. */
export type ValuesOf<Table extends Record<string, Setting>> = {
  -readonly [Name in keyof Table]: z.output<Table[Name]['schema']>;
};

export const setting = <S extends z.ZodType>(
  env: string,
  doc: string,
  schema: S,
  more: Pick<Setting, 'neededBy'> = {},
): Setting<S> => ({ env, doc, schema, ...more });

export const flag = (start: boolean) => z.stringbool().default(start);

/** Text that may be left out. */
export const text = (most: number) => z.string().max(most).default('');
