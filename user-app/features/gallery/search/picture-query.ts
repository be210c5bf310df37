import type { PictureFilters } from '#shared/contract/gallery-picture';
import {
  galleryColourNames,
  galleryColours,
  galleryKinds,
  galleryKindWords,
  orientations,
  orientationWords,
  pictureSorts,
  pictureSources,
  pictureSourceWords,
  pictureTimes,
  pictureViews,
} from '#shared/domain/gallery';

/** A filter of the bar: several of its values may be chosen, and any of them will do. */
export interface FilterGroup {
  name: 'source' | 'colour' | 'orientation' | 'view' | 'time' | 'kind';
  label: string;
  options: readonly { value: string; label: string; swatch?: string }[];
}

const named = (words: Readonly<Record<string, string>>, values: readonly string[]) =>
  values.map((value) => ({ value, label: words[value] ?? value }));
const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export const filterGroups: readonly FilterGroup[] = [
  { name: 'source', label: '来源', options: named(pictureSourceWords, pictureSources) },
  {
    name: 'colour',
    label: '颜色',
    options: galleryColourNames.map((value) => ({
      value,
      label: galleryColours[value].name,
      swatch: galleryColours[value].swatch,
    })),
  },
  { name: 'orientation', label: '朝向', options: named(orientationWords, orientations) },
  { name: 'view', label: '视角', options: plain(pictureViews) },
  { name: 'time', label: '时间', options: plain(pictureTimes) },
  { name: 'kind', label: '种类', options: named(galleryKindWords, galleryKinds) },
];

/** Filters of an address; unknown words are ignored. */
export function filtersOf(query: URLSearchParams): Partial<PictureFilters> {
  const filters: Record<string, unknown> = {};
  for (const { name, options } of filterGroups) {
    const chosen = chosenOf(query, name).filter((value) => options.some((option) => option.value === value));
    if (chosen.length > 0) filters[name] = chosen;
  }
  const sort = query.get('sort');
  if (pictureSorts.some((known) => known === sort)) filters.sort = sort;
  if (query.get('isLarge') === '1') filters.isLarge = true;
  if (query.get('isFollowed') === '1') filters.isFollowed = true;
  const keyword = query.get('keyword')?.trim().slice(0, 60);
  if (keyword) filters.keyword = keyword;
  return filters;
}

export const chosenOf = (query: URLSearchParams, name: string): string[] =>
  query.get(name)?.split(',').filter(Boolean) ?? [];

/** The address with one word of it changed; undefined and nothing take it out. */
export function withWord(query: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

export function toggledIn(query: URLSearchParams, name: string, value: string): URLSearchParams {
  const chosen = chosenOf(query, name);
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  return withWord(query, name, next.join(','));
}

/** The address without any filter of the bar; what is searched for and the order stay. */
export function withoutFilters(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of [...filterGroups.map((group) => group.name), 'isLarge', 'isFollowed']) next.delete(name);
  return next;
}
