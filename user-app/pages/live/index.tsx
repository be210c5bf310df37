import { lazy } from 'react';
import { resultQualityLabels } from '#shared/domain/quality';
import { ailive } from '#shared/tools/outdoor';
import { useToolAnswers } from '@/data/task';
import { useCurrentUser } from '@/data/user';
import { LiveStudio } from '@/features/live-canvas';
import { visitorAccount } from '@/lib/tool-sessions';
import { WordField } from './word-field';

const WorksPicker = lazy(() => import('@/features/tool-workbench/fields/works-picker'));

/** Real-time rendering: a canvas, its picture, and what the tools share with it. */
export default function LivePage() {
  const { user } = useCurrentUser();
  const answers = useToolAnswers();
  const engine = answers.data?.find(({ id }) => id === ailive.id)?.engines[0];
  const label = engine ? `${engine.title} · ${resultQualityLabels[engine.quality]}` : '';
  return (
    <>
      <h1 className="visually-hidden">{ailive.title}</h1>
      <LiveStudio
        account={user?.userId ?? visitorAccount}
        isLoggedIn={user !== undefined}
        engineLabel={label}
        Field={WordField}
        WorksPicker={WorksPicker}
      />
    </>
  );
}
