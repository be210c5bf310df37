import { useCurrentUser } from '@/data/user';
import { TicketDesk } from '@/features/tickets';
import { LoginFirst } from '@/ui/login-first';
import { Page, PageHead } from '@/ui/page';

export default function TicketsPage() {
  const { user } = useCurrentUser();
  return (
    <Page isNarrow>
      <PageHead title="券明细" />
      {user ? (
        <TicketDesk />
      ) : (
        <LoginFirst drawing="sheet" title="登录后查看券明细" text="余额、到期时间和每一笔变动都在这里。" />
      )}
    </Page>
  );
}
