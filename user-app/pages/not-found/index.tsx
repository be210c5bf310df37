import { useState } from 'react';
import { ToolGrid } from '../../features/tool-wall/tool-grid';
import { ToolSearch } from '../../features/tool-wall/tool-search';
import { useNavigate } from '../../lib/router';
import { searchTools } from '../../lib/tool-card';
import { useToolCards } from '../../lib/use-tool-cards';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Page } from '../../ui/page';

const shownMost = 8;

export default function NotFound() {
  const cards = useToolCards();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const found = query.trim() ? searchTools(cards, query).slice(0, shownMost) : [];
  const best = found[0];
  return (
    <Page>
      <EmptyState
        drawing="lost"
        level={1}
        title="页面不存在"
        text="地址可能写错了，或者页面已经移走。可以返回首页，也可以直接找工具。"
      >
        <ButtonLink to="/" look="primary">
          返回首页
        </ButtonLink>
      </EmptyState>
      <div className="grid justify-items-center gap-8 mb-24 text-second">
        <ToolSearch value={query} onChange={setQuery} onEnter={() => best && navigate(best.path)} />
        <p role="status">{query.trim() && found.length === 0 ? '没有找到这样的工具' : ''}</p>
      </div>
      {found.length > 0 && <ToolGrid cards={found} />}
    </Page>
  );
}
