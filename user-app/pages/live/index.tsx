import { lazy, Suspense, useState } from 'react';
import { resultQualityLabels } from '#shared/domain/quality';
import { ailive } from '#shared/tools/outdoor';
import { useToolAnswers } from '@/data/task';
import { useCurrentUser } from '@/data/user';
import { LiveStudio } from '@/features/live-canvas';
import { openLogin } from '@/lib/app-store';
import { WordField } from './word-field';

const WorksPicker = lazy(() => import('@/features/tool-workbench/fields/works-picker'));
const MembershipDialog = lazy(() => import('@/features/shell/membership-dialog'));

/** Real-time rendering: a canvas, its picture, and what the tools share with it. */
export default function LivePage() {
  const { user } = useCurrentUser();
  const answers = useToolAnswers();
  const [isMembershipOpen, setIsMembershipOpen] = useState(false);
  const engine = answers.data?.find(({ id }) => id === ailive.id)?.engines[0];
  const label = engine ? `${engine.title} · ${resultQualityLabels[engine.quality]}` : '';
  const onTickets = () => {
    if (user) setIsMembershipOpen(true);
    else openLogin({ reason: '登录后查看实时券' });
  };
  return (
    <>
      <h1 className="visually-hidden">{ailive.title}</h1>
      <LiveStudio
        isLoggedIn={user !== undefined}
        engineLabel={label}
        Field={WordField}
        WorksPicker={WorksPicker}
        onTickets={onTickets}
      />
      {isMembershipOpen && (
        <Suspense fallback={null}>
          <MembershipDialog onClose={() => setIsMembershipOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
