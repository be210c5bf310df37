import { MembershipDesk } from '@/features/membership';

export default function MembershipPage() {
  return <MembershipDesk />;
}
