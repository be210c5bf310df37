import { day, minute } from '#shared/domain/time';
import { type BulkPlan, chance, idOf, insert, numbers, pick } from './plan.ts';

const places = ['湖畔', '山谷', '老街', '江岸', '竹林', '海边', '雪原', '园区', '巷口', '坡地'];
const things = ['别墅', '书店', '茶室', '民宿', '展厅', '教学楼', '客厅', '庭院', '车站', '图书馆', '办公楼', '卧室'];
const manners = ['现代', '新中式', '侘寂', '极简', '工业', '日式', '法式', '原木'];
const weathers = ['晴天', '黄昏', '夜景', '雨天', '雾天', '雪景'];
const categories = ['10101', '10103', '10701', '20101', '30101', '50101', '5010104', '50201', '60101', '40102'];

const perAuthor = 500;
const bytesPerPicture = 1000;

/** Phone number of the first author. */
export const galleryAuthor = '13700100000';

/**
 * Public pictures of some hundred authors, who show the pictures of the examples again and again.
 *
 * @param pictures number of them
 */
export function galleryPlan(pictures: number): BulkPlan {
  const authors = Math.ceil(pictures / perAuthor);
  const author = idOf('user_author', chance(1, authors));
  const at = `:now - (${pictures} - n) * ${minute} - ${minute}`;
  const shown = `numbers JOIN (SELECT row_number() OVER (ORDER BY p.id) - 1 AS place, p.*, i.sha256, i.width, i.height,
      i.bytes, i.format, i.main_color, i.thumb_hash, count(*) OVER () AS total
    FROM gallery_picture p JOIN image i ON i.id = p.image_id
    WHERE p.state = 'public' AND p.deleted_at IS NULL AND p.image_id NOT LIKE 'img_bulk%') shown ON shown.place = n % shown.total`;
  return {
    tables: ['image', 'gallery_picture', 'gallery_tag'],
    bytes: pictures * bytesPerPicture,
    steps: [
      {
        title: '作者',
        rows: authors,
        statements: [
          insert('account', {
            ...{
              id: idOf('user_author', 'n'),
              phone_no: `'137001' || printf('%05d', n)`,
              user_type: '0',
              plan: `'free'`,
            },
            ...{
              nick_name: `'画廊作者' || (n + 1)`,
              invite_code: `'BULKA' || n`,
              created_at: `:now - ${400 * day} + n`,
            },
            ...{ updated_at: `:now - ${400 * day} + n`, is_test: '1' },
          }),
        ],
      },
      {
        title: '图片',
        rows: pictures,
        statements: [
          insert(
            'image',
            {
              ...{ id: idOf('img_bulk', 'n'), owner_id: author, type: '4', is_public: '1', created_at: at },
              ...{ sha256: 'shown.sha256', width: 'shown.width', height: 'shown.height', bytes: 'shown.bytes' },
              ...{ format: 'shown.format', main_color: 'shown.main_color', thumb_hash: 'shown.thumb_hash' },
            },
            shown,
          ),
          insert(
            'gallery_picture',
            {
              ...{ image_id: idOf('img_bulk', 'n'), owner_id: author, state: `'public'`, wants_public: '1' },
              title: `${pick(places, 2)} || ${pick(things, 3)} || ' · ' || ${pick(manners, 4)}`,
              description: `${pick(manners, 5)} || '的' || ${pick(things, 6)} || '，第 ' || (n + 1) || ' 稿'`,
              ...{ source: 'shown.source', kind: `'picture'`, classify_id: pick(categories, 7) },
              ...{ camera_view: 'shown.camera_view', time_of_day: 'shown.time_of_day', dhash: 'shown.dhash' },
              ...{ dhash_mirrored: 'shown.dhash_mirrored', phash: 'shown.phash', features: 'shown.features' },
              ...{ colour_bits: 'shown.colour_bits', created_at: at, published_at: at },
            },
            shown,
          ),
          // One of each kind of word, so that no picture has a tag twice.
          ...[things, manners, weathers].map(
            (words, index) => `${numbers} INSERT INTO gallery_tag (picture_id, tag)
              SELECT p.id, ${pick(words, 8 + index)} FROM numbers JOIN gallery_picture p ON p.image_id = ${idOf('img_bulk', 'n')}`,
          ),
        ],
      },
    ],
  };
}
