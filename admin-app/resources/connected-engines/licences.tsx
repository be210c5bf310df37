import { type ConnectedEngine, connectedEngineDeskContract } from '#shared/contract/connected-engine-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { formatDate } from '../../ui/format.ts';
import { Section } from '../../ui/parts.tsx';
import { useEngineParts } from './use-engine-parts.ts';

const { confirmEngineLicence } = connectedEngineDeskContract;
const changes = ['connectedEngines', 'engines'];

/** Licences that graphs of an engine wait for, with who has confirmed them and when. */
export function Licences({ engine }: { engine: ConnectedEngine }) {
  const { graphs } = useEngineParts();
  const used = graphs.filter(({ id, own }) => engine.graphs?.includes(id) ?? own === null);
  const needed = new Map(used.flatMap(({ licence }) => (licence ? [[licence.id, licence.sentence] as const] : [])));
  if (needed.size === 0) return null;
  return (
    <Section title="图的许可">
      {[...needed].map(([id, sentence]) => (
        <Licence key={id} engine={engine} licence={{ id, sentence }} />
      ))}
    </Section>
  );
}

interface LicenceProps {
  engine: ConnectedEngine;
  licence: { id: string; sentence: string };
}

function Licence({ engine: { id, version, licences }, licence }: LicenceProps) {
  const found = licences.find((each) => each.id === licence.id);
  const isConfirmed = found === undefined;
  const at = found?.at ? `，${formatDate(found.at)}` : '';
  const state = found ? `${found.by ?? '员工'}已确认${at}。` : '没有确认，需要它的图不会运行。';
  return (
    <>
      <p className="quiet foot-note">
        {licence.sentence}。{state}
      </p>
      <ActionButton<object>
        label={isConfirmed ? '确认可以使用' : '收回确认'}
        title={isConfirmed ? '确认可以使用这个许可下的模型？' : '收回确认？'}
        intro={isConfirmed ? '会记下您的名字和时间。' : '需要它的图不再运行。'}
        changes={changes}
        onSend={(write) =>
          write(confirmEngineLicence, { id, version, licence: licence.id, isConfirmed }, () =>
            isConfirmed ? '已记下您的确认' : '已收回确认',
          )
        }
      />
    </>
  );
}
