import { TicketScreen } from '@/features/tickets';
import { Page, PageHead } from '@/ui/page';

export default function TicketsPage() {
  return (
    <Page isNarrow>
      <PageHead title="券明细" />
      <TicketScreen />
    </Page>
  );
}
