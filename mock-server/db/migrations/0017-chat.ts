import type { ColumnDataType, ColumnDefinitionBuilder, CompiledQuery, Kysely } from 'kysely';

type Shape = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

const must: Shape = (column) => column.notNull();
const empty: Shape = (column) => column.notNull().defaultTo('');
const list: Shape = (column) => column.notNull().defaultTo('[]');
const zero: Shape = (column) => column.notNull().defaultTo(0);
const key: Shape = (column) => column.primaryKey();
const to =
  (reference: string): Shape =>
  (column) =>
    column.notNull().references(reference).onDelete('cascade');

/** Conversations with the assistant, their messages as trees, and what was sent under which key. */
export function chat({ schema }: Kysely<unknown>): CompiledQuery[] {
  const table = (name: string, columns: Array<[name: string, type: ColumnDataType, shape?: Shape]>) => {
    let builder = schema.createTable(name);
    for (const [column, type, shape] of columns) builder = builder.addColumn(column, type, shape);
    return builder;
  };

  return [
    table('conversation', [
      ['id', 'text', key],
      ['account_id', 'text', to('account.id')],
      ['title', 'text', must],
      ['is_named', 'integer', zero],
      ['pinned_at', 'bigint'],
      ['leaf_id', 'text'],
      ['messages', 'integer', zero],
      ['created_at', 'bigint', must],
      ['updated_at', 'bigint', must],
      ['deleted_at', 'bigint'],
    ]).compile(),
    schema.createIndex('conversation_account').on('conversation').columns(['account_id', 'updated_at']).compile(),

    table('chat_message', [
      ['id', 'text', key],
      ['conversation_id', 'text', to('conversation.id')],
      ['account_id', 'text', to('account.id')],
      ['parent_id', 'text'],
      ['role', 'text', must],
      ['text', 'text', empty],
      ['reasoning', 'text', empty],
      ['state', 'text', must],
      ['error_reason', 'text'],
      ['error_message', 'text'],
      ['model', 'text'],
      ['model_title', 'text'],
      ['is_deep', 'integer', zero],
      ['attachments', 'text', list],
      ['pictures', 'text', list],
      ['sources', 'text', list],
      ['cards', 'text', list],
      ['rating', 'text'],
      ['price', 'integer', zero],
      ['cost', 'integer', zero],
      ['continuations', 'integer', zero],
      ['usage', 'text'],
      ['created_at', 'bigint', must],
      ['finished_at', 'bigint'],
    ]).compile(),
    schema
      .createIndex('chat_message_conversation')
      .on('chat_message')
      .columns(['conversation_id', 'created_at'])
      .compile(),
    schema.createIndex('chat_message_state').on('chat_message').column('state').compile(),

    table('chat_request', [
      ['account_id', 'text', to('account.id')],
      ['request_id', 'text', must],
      ['fingerprint', 'text', must],
      ['question_id', 'text', must],
      ['answer_id', 'text', must],
      ['created_at', 'bigint', must],
    ])
      .addPrimaryKeyConstraint('chat_request_key', ['account_id', 'request_id'] as never[])
      .compile(),
  ];
}
