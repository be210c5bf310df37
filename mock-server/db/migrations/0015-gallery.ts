import type { ColumnDataType, ColumnDefinitionBuilder, CompiledQuery, Kysely } from 'kysely';

type Shape = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
type Column = [name: string, type: ColumnDataType, shape?: Shape];

const must: Shape = (column) => column.notNull();
const key: Shape = (column) => column.primaryKey();
const empty: Shape = (column) => column.notNull().defaultTo('');
const zero: Shape = (column) => column.notNull().defaultTo(0);
const to =
  (reference: string): Shape =>
  (column) =>
    column.notNull().references(reference).onDelete('cascade');

/** The inspiration gallery: categories, pictures, sets and folders, cases, people, downloads, hot words, materials. */
export function gallery({ schema }: Kysely<unknown>): CompiledQuery[] {
  const table = (name: string, columns: Column[], primary: string[] = []): CompiledQuery => {
    let builder = schema.createTable(name);
    for (const [column, type, shape] of columns) builder = builder.addColumn(column, type, shape);
    if (primary.length > 0) builder = builder.addPrimaryKeyConstraint(`${name}_key`, primary as never[]);
    return builder.compile();
  };
  const index = (name: string, on: string, columns: string[]): CompiledQuery =>
    schema.createIndex(name).on(on).columns(columns).compile();
  const unique = (name: string, on: string, columns: string[]): CompiledQuery =>
    schema.createIndex(name).on(on).columns(columns).unique().compile();

  return [
    table('category', [
      ['id', 'text', key],
      ['parent_id', 'text', (column) => column.references('category.id')],
      ['name', 'text', must],
      ['level', 'integer', must],
      ['place', 'integer', must],
      ['is_hidden', 'integer', zero],
      ['preset_id', 'text', must],
      ['created_at', 'bigint', must],
    ]),
    index('category_parent', 'category', ['parent_id', 'place']),

    table('gallery_picture', [
      ['id', 'integer', (column) => column.primaryKey().autoIncrement()],
      ['image_id', 'text', to('image.id')],
      ['owner_id', 'text', (column) => column.notNull().references('account.id')],
      ['title', 'text', must],
      ['description', 'text', empty],
      ['source', 'text', must],
      ['kind', 'text', must],
      ['classify_id', 'text', empty],
      ['camera_view', 'text'],
      ['time_of_day', 'text'],
      ['state', 'text', must],
      ['wants_public', 'integer', must],
      ['tool', 'text'],
      ['recipe', 'text'],
      ['source_url', 'text', empty],
      ['seed_name', 'text'],
      ['client_key', 'text'],
      ['dhash', 'text'],
      ['dhash_mirrored', 'text'],
      ['phash', 'text'],
      ['colour_bits', 'integer', zero],
      ['features', 'blob'],
      ['collects', 'integer', zero],
      ['downloads', 'integer', zero],
      ['created_at', 'bigint', must],
      ['published_at', 'bigint'],
      ['reviewed_by', 'text'],
      ['reviewed_at', 'bigint'],
      ['review_reason', 'text', empty],
      ['deleted_at', 'bigint'],
    ]),
    unique('gallery_picture_image', 'gallery_picture', ['image_id']),
    unique('gallery_picture_seed', 'gallery_picture', ['seed_name']),
    unique('gallery_picture_client_key', 'gallery_picture', ['owner_id', 'client_key']),
    index('gallery_picture_owner', 'gallery_picture', ['owner_id', 'created_at', 'id']),
    index('gallery_picture_state', 'gallery_picture', ['state', 'created_at', 'id']),

    table(
      'gallery_tag',
      [
        ['picture_id', 'integer', to('gallery_picture.id')],
        ['tag', 'text', must],
      ],
      ['picture_id', 'tag'],
    ),

    table('picture_set', [
      ['id', 'text', key],
      ['kind', 'text', must],
      ['owner_id', 'text', (column) => column.notNull().references('account.id')],
      ['title', 'text', must],
      ['description', 'text', empty],
      ['tags', 'text', (column) => column.notNull().defaultTo('[]')],
      ['classify_id', 'text', empty],
      ['cover_picture_id', 'integer', (column) => column.references('gallery_picture.id').onDelete('set null')],
      ['is_private', 'integer', must],
      ['is_default', 'integer', zero],
      ['place', 'integer', zero],
      ['seed_name', 'text'],
      ['client_key', 'text'],
      ['collects', 'integer', zero],
      ['created_at', 'bigint', must],
      ['updated_at', 'bigint', must],
      ['deleted_at', 'bigint'],
    ]),
    unique('picture_set_seed', 'picture_set', ['seed_name']),
    unique('picture_set_client_key', 'picture_set', ['owner_id', 'client_key']),
    index('picture_set_owner', 'picture_set', ['owner_id', 'kind', 'place']),
    index('picture_set_cover', 'picture_set', ['cover_picture_id']),
    table(
      'set_picture',
      [
        ['set_id', 'text', to('picture_set.id')],
        ['picture_id', 'integer', to('gallery_picture.id')],
        ['place', 'integer', must],
        ['added_at', 'bigint', must],
      ],
      ['set_id', 'picture_id'],
    ),
    index('set_picture_place', 'set_picture', ['set_id', 'place']),
    index('set_picture_picture', 'set_picture', ['picture_id']),
    table(
      'set_collect',
      [
        ['account_id', 'text', to('account.id')],
        ['set_id', 'text', to('picture_set.id')],
        ['created_at', 'bigint', must],
      ],
      ['account_id', 'set_id'],
    ),
    index('set_collect_set', 'set_collect', ['set_id']),

    table('design_case', [
      ['id', 'text', key],
      ['seed_name', 'text'],
      ['author_id', 'text', (column) => column.notNull().references('account.id')],
      ['title', 'text', must],
      ['classify_id', 'text', must],
      ['location', 'text', must],
      ['built_year', 'integer', must],
      ['area_square_metres', 'integer', must],
      ['style', 'text', must],
      ['team', 'text', must],
      ['source_url', 'text', empty],
      ['intro', 'text', must],
      ['blocks', 'text', must],
      ['cover_picture_id', 'integer', to('gallery_picture.id')],
      ['is_sample', 'integer', must],
      ['is_hidden', 'integer', zero],
      ['collects', 'integer', zero],
      ['created_at', 'bigint', must],
      ['deleted_at', 'bigint'],
    ]),
    unique('design_case_seed', 'design_case', ['seed_name']),
    index('design_case_author', 'design_case', ['author_id', 'created_at']),
    index('design_case_cover', 'design_case', ['cover_picture_id']),
    table(
      'case_picture',
      [
        ['case_id', 'text', to('design_case.id')],
        ['picture_id', 'integer', to('gallery_picture.id')],
      ],
      ['case_id', 'picture_id'],
    ),
    index('case_picture_picture', 'case_picture', ['picture_id']),
    table(
      'case_collect',
      [
        ['account_id', 'text', to('account.id')],
        ['case_id', 'text', to('design_case.id')],
        ['created_at', 'bigint', must],
      ],
      ['account_id', 'case_id'],
    ),
    index('case_collect_case', 'case_collect', ['case_id']),

    table('author_profile', [
      ['account_id', 'text', (column) => column.primaryKey().references('account.id').onDelete('cascade')],
      ['about', 'text', empty],
      ['is_house', 'integer', zero],
    ]),
    table(
      'follow',
      [
        ['follower_id', 'text', to('account.id')],
        ['followed_id', 'text', to('account.id')],
        ['created_at', 'bigint', must],
      ],
      ['follower_id', 'followed_id'],
    ),
    index('follow_followed', 'follow', ['followed_id', 'created_at']),
    table(
      'author_block',
      [
        ['account_id', 'text', to('account.id')],
        ['blocked_id', 'text', to('account.id')],
        ['created_at', 'bigint', must],
      ],
      ['account_id', 'blocked_id'],
    ),
    index('author_block_blocked', 'author_block', ['blocked_id']),
    table(
      'hidden_picture',
      [
        ['account_id', 'text', to('account.id')],
        ['picture_id', 'integer', to('gallery_picture.id')],
        ['created_at', 'bigint', must],
      ],
      ['account_id', 'picture_id'],
    ),
    index('hidden_picture_picture', 'hidden_picture', ['picture_id']),
    table('picture_report', [
      ['id', 'text', key],
      ['picture_id', 'integer', to('gallery_picture.id')],
      ['account_id', 'text', to('account.id')],
      ['reason', 'text', must],
      ['details', 'text', must],
      ['created_at', 'bigint', must],
      ['answered_at', 'bigint'],
    ]),
    unique('picture_report_once', 'picture_report', ['picture_id', 'account_id']),
    index('picture_report_account', 'picture_report', ['account_id', 'created_at']),

    table('download_record', [
      ['id', 'text', key],
      ['account_id', 'text', to('account.id')],
      ['origin', 'text', must],
      ['picture_id', 'integer', (column) => column.references('gallery_picture.id').onDelete('set null')],
      ['image_id', 'text', (column) => column.references('image.id').onDelete('set null')],
      ['title', 'text', must],
      ['tool', 'text'],
      ['width', 'integer', must],
      ['height', 'integer', must],
      ['main_color', 'text', must],
      ['thumb_hash', 'text', must],
      ['charged_on', 'text'],
      ['created_at', 'bigint', must],
    ]),
    index('download_record_account', 'download_record', ['account_id', 'created_at', 'id']),
    index('download_record_charged', 'download_record', ['account_id', 'charged_on']),
    index('download_record_picture', 'download_record', ['picture_id']),
    index('download_record_image', 'download_record', ['image_id']),

    table('hot_word', [
      ['word', 'text', key],
      ['place', 'integer', must],
    ]),
    table('material', [
      ['id', 'text', key],
      ['name', 'text', must],
      ['kind', 'text', must],
      ['classify_id', 'text', must],
      ['image_id', 'text', to('image.id')],
      ['place', 'integer', must],
    ]),
    index('material_image', 'material', ['image_id']),
  ];
}
