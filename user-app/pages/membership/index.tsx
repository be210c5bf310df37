import { MembershipScreen } from '@/features/membership';

export default function MembershipPage() {
  return <MembershipScreen />;
}
