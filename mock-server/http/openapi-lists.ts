import { type ListOperator, mostRows } from '#shared/contract/list';
import type { ListDefinition, ListField, ListFieldKind } from '#shared/contract/list-definition';
import { operatorsOf } from '#shared/contract/list-query';
import type { Json } from './openapi-schema.ts';

/** Parameters that every list takes alike. */
export const sharedListParameters: Record<string, Json> = {
  listStart: query('_start', { type: 'integer', minimum: 0 }, '要取的第一行，从 0 数起；须与 _end 同用'),
  listEnd: query('_end', { type: 'integer', minimum: 1 }, `最后一行之后；一次最多 ${mostRows} 行`),
  listRange: query('range', { type: 'string' }, '`[第一行, 最后一行]`，JSON；与 _start、_end 任选其一'),
  listFilter: query(
    'filter',
    { type: 'string' },
    'JSON 对象，键是本列表的筛选参数（可含 q），值是一个值或一列值；与单独给出的条件同时成立',
  ),
  listSearch: query('q', { type: 'string', maxLength: 60 }, '搜索'),
};

const values: Record<ListFieldKind, (field: ListField) => Json> = {
  id: () => ({ type: 'string', minLength: 1, maxLength: 200 }),
  choice: ({ choices }) => ({ type: 'string', enum: [...choices] }),
  text: () => ({ type: 'string', minLength: 1, maxLength: 200 }),
  number: () => ({ type: 'number' }),
  instant: () => ({ type: 'integer' }),
  flag: () => ({ type: 'boolean' }),
  code: () => ({ type: 'string', minLength: 1, maxLength: 200 }),
};

const operatorWords: Record<ListOperator, string> = {
  eq: '等于；重复给出即其中任一',
  ne: '不等于；重复给出即全都不是',
  in: '其中任一，逗号隔开',
  nin: '全都不是，逗号隔开',
  gt: '大于',
  gte: '不小于',
  lt: '小于',
  lte: '不大于',
  between: '从,到（都包含）',
  like: '包含',
  startswith: '开头是',
  null: 'true 为空，false 不为空',
};

/**
 * The query parameters of one list, by the names that its own carry in the document's components.
 * @param listName of the call
 */
export function listParameters(listName: string, { fields, hasSearch, defaultSort }: ListDefinition) {
  const own: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields))
    for (const operator of operatorsOf(field)) {
      const key = operator === 'eq' ? name : `${name}_${operator}`;
      own[`${listName}.${key}`] = condition(key, field, operator);
    }
  const sortable = Object.keys(fields).filter((name) => fields[name]?.isSortable);
  const standard = `缺省 ${defaultSort.field} ${defaultSort.order}`;
  const oneOf = `(${sortable.join('|')})`;
  own[`${listName}._sort`] = query(
    '_sort',
    { type: 'array', items: { type: 'string', pattern: `^${oneOf}(,${oneOf})*$` } },
    `按哪些字段排，可以多个：${sortable.join('、')}；${standard}`,
  );
  own[`${listName}._order`] = query(
    '_order',
    {
      type: 'array',
      items: { type: 'string', pattern: '^(?:[aA][sS][cC]|[dD][eE][sS][cC])(,(?:[aA][sS][cC]|[dD][eE][sS][cC]))*$' },
    },
    'asc 或 desc，与 _sort 逐个对应',
  );
  own[`${listName}.sort`] = query('sort', { type: 'string' }, `\`[字段, "ASC" 或 "DESC"]\`，JSON；${standard}`);
  return {
    own,
    /** Filters and order of the list. */
    conditions: [...Object.keys(own), 'listFilter', ...(hasSearch ? ['listSearch'] : [])].map(reference),
    /** Which rows of it. */
    window: ['listStart', 'listEnd', 'listRange'].map(reference),
  };
}

function condition(key: string, field: ListField, operator: ListOperator): Json {
  const one = operator === 'null' ? { type: 'boolean' } : values[field.kind](field);
  const joined = operator === 'in' || operator === 'nin' || operator === 'between';
  const repeated = operator === 'eq' || operator === 'ne';
  const schema = joined
    ? { type: 'array', items: one, ...(operator === 'between' ? { minItems: 2, maxItems: 2 } : { maxItems: mostRows }) }
    : repeated
      ? { type: 'array', items: one, maxItems: mostRows }
      : one;
  return {
    ...query(key, schema, operatorWords[operator]),
    ...(joined ? { explode: false } : {}),
  };
}

function query(name: string, schema: Json, description: string): Json {
  return { name, in: 'query', required: false, description, schema };
}

const reference = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
