import { useState } from 'react';
import { type ExportProgram, exportPrograms } from '#shared/domain/foreign-buildings';
import { Chip } from '../../ui/chip';
import styles from './building.css';
import { exportSteps } from './export-steps';

/** Steps of each program to a model that can be read here. @param first the program that is shown at first */
export function ExportGuide({ first = 'SketchUp' }: { first?: ExportProgram | undefined }) {
  const [program, setProgram] = useState<ExportProgram>(first);
  const { form, steps } = exportSteps[program];
  return (
    <section className="grid gap-12" aria-label="怎样导出">
      <h3 className={styles.heading}>怎样导出</h3>
      <div className="flex flex-wrap gap-8" role="group" aria-label="建模软件">
        {exportPrograms.map((name) => (
          <Chip key={name} aria-pressed={name === program} onClick={() => setProgram(name)}>
            {name}
          </Chip>
        ))}
      </div>
      <div aria-live="polite">
        <p className="font-medium">
          {program}：存成 {form}
        </p>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}
