import { useState } from 'react';
import { importsApi } from '@handoff/shared/contract/imports';
import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { PageHeading } from '../../../../ui/page-heading.tsx';
import { Reading } from '../../../../ui/feedback/reading.tsx';
import { useRead } from '../../../../data/records/use-read.ts';
import { MedicarePlans } from './medicare-plans.tsx';
import { PastImports } from './past-imports.tsx';
import { StateTable } from './state-table.tsx';
import { StateRules } from './state-rules.tsx';
import { UploadPanel } from '../upload/upload-panel.tsx';
import { useLiveProgress } from '../use-live-progress.ts';

export function ImportsPage() {
  const imports = useRead(importsApi.list, {});
  const rules = useRead(importsApi.rules, {});
  const [edited, setEdited] = useState<FileSubject>();
  /** Reads the rules first, because columns are chosen on another page, and by other people. */
  async function openRules(state: FileSubject) {
    await rules.refresh();
    setEdited(state);
  }
  const rulesOf = (state: FileSubject | undefined) =>
    rules.data?.StateFileRules.find(({ State }) => State === state);
  const all = imports.data?.StateFileImports ?? [];
  const progressOf = useLiveProgress(all, () => void imports.refresh());
  return (
    <div className="page">
      <PageHeading title="Address imports" />
      <Reading of={imports} lines={8}>
        {({ Live }) => (
          <>
            <UploadPanel
              unfinished={all.filter(({ Progress }) => Progress.status === 'uploading')}
              liveStates={Live.flatMap(({ State, ImportId }) => (ImportId === null ? [] : [State]))}
            />
            <section aria-labelledby="states-title">
              <h2 id="states-title" className="section-title">
                What is live
              </h2>
              <StateTable
                live={Live}
                imports={all}
                progressOf={progressOf}
                rules={rules.data?.StateFileRules}
                onRules={(state) => void openRules(state)}
                onActed={() => void imports.refresh()}
              />
              <StateRules
                rules={rulesOf(edited)}
                onSaved={() => {
                  setEdited(undefined);
                  void rules.refresh();
                }}
                onClose={() => setEdited(undefined)}
              />
            </section>
            <MedicarePlans />
            <section aria-labelledby="past-title">
              <h2 id="past-title" className="section-title">
                Past imports
              </h2>
              <PastImports imports={all} progressOf={progressOf} />
            </section>
          </>
        )}
      </Reading>
    </div>
  );
}
