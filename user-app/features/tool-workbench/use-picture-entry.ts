import { useEffect, useRef } from 'react';
import type { DefinedTool } from '#shared/tools/define-tool';
import { takeHanded } from '@/lib/picture-handoff';
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

/** Ways pictures come in besides the field itself: paste anywhere on the page, and the address. */
export function usePictureEntry({ tool, base, form, intake }: PictureEntry): void {
  const latest = useRef({ tool, form, intake });
  latest.current = { tool, form, intake };

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const entry = pictureFieldOf(latest.current.tool);
      if (files.length === 0 || !entry) return;
      event.preventDefault();
      latest.current.intake.addFiles(...entry, files);
    };
    // A picture dropped beside a field would otherwise replace the page.
    const keepPage = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.files.length) return;
      event.preventDefault();
      const entry = pictureFieldOf(latest.current.tool);
      if (entry) latest.current.intake.addFiles(...entry, [...event.dataTransfer.files]);
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', keepPage);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', keepPage);
      document.removeEventListener('drop', onDrop);
    };
  }, []);

  // What was brought to the home page comes along.
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
