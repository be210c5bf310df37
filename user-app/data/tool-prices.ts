import { useCallback } from 'react';
import { minute } from '#shared/domain/time';
import { unitPriceWords } from '#shared/tools/price-words';
import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';
import type { ToolCard } from '../lib/tool-card';
import { useCurrentUser } from './user';

/**
 * Price of an output of a tool, in Chinese words. It depends on the engine: empty before that is known, and without an
 * answer the list price.
 */
export function useToolPrices(): (card: ToolCard) => string {
  const { vip } = useCurrentUser();
  const plan = vip?.plan ?? 'free';
  const { data, error } = useServerState(() => api.toolOffers(), { key: `tool-offers-${plan}`, freshFor: minute });
  return useCallback((card) => (data || error ? unitPriceWords(card, data?.[card.id]) : '\u00A0'), [data, error]);
}
