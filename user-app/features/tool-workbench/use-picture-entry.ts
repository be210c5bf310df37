import { useEffect, useRef } from 'react';
import type { DefinedTool } from '#shared/tools/define-tool';
import { useViewTaker } from '@/features/building/door';
import { takeHanded } from '@/features/tool-workbench/picture-handoff';
import { useFilesOnPage } from '@/ui/use-drop-target';
import { takesBuilding } from './building-base';
import { pictureFieldOf } from './field-rules';
import type { Intake } from './use-intake';
import type { ToolForm } from './use-tool-form';

interface PictureEntry {
  tool: DefinedTool;
  base: string | undefined;
  form: ToolForm;
  intake: Intake;
}

const samplePrefix = 'sample:';

/** Ways pictures come in besides the field itself: anywhere on the page, from the home page, and by the address. */
export function usePictureEntry({ tool, base, form, intake }: PictureEntry): void {
  const latest = useRef({ tool, form, intake });
  latest.current = { tool, form, intake };

  useFilesOnPage((files) => {
    const entry = pictureFieldOf(tool);
    if (entry) intake.addFiles(...entry, files);
    return entry !== undefined;
  });

  const entry = pictureFieldOf(tool);
  const name = entry && takesBuilding(tool, entry[0]) ? entry[0] : undefined;
  useViewTaker(name === undefined ? undefined : { title: tool.title, take: (image) => intake.takeStored(name, image) });

  // Takes over the picture that was brought to the home page.
  useEffect(() => {
    const entry = pictureFieldOf(latest.current.tool);
    const file = entry && takeHanded();
    if (entry && file) latest.current.intake.addFiles(...entry, [file]);
  }, []);

  useEffect(() => {
    const entry = pictureFieldOf(latest.current.tool);
    if (!base || !entry) return;
    const [name, field] = entry;
    if (base.startsWith(samplePrefix))
      latest.current.intake.addSample(name, field, base.slice(samplePrefix.length), true);
    else latest.current.form.set(name, field.editor === 'images' ? [base] : base);
  }, [base]);
}
