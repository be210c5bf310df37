import { MaskField, PointsField } from '@/features/mask-editor';
import { KeptWorkbench, type KeptWorkbenchProps, standardEditors } from '@/features/tool-workbench';

const editors = { ...standardEditors, mask: MaskField, points: PointsField };

/** The workbench of tools that have something drawn on their pictures; the others need not wait for what draws. */
export default function DrawingWorkbench(props: Omit<KeptWorkbenchProps, 'editors'>) {
  return <KeptWorkbench {...props} editors={editors} />;
}
