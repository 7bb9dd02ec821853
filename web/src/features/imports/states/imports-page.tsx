import { api } from '@handoff/shared/contract/api';
import { addressStates } from '@handoff/shared/domain/address/us-state';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Bones, ErrorState, NoPermission, StaleNotice } from '../../../components/page-states.tsx';
import { useMay } from '../../../lib/current-person.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { PastImports } from './past-imports.tsx';
import { StateCard } from './state-card.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { useLiveProgress } from '../use-live-progress.ts';
import '../imports.css';

export function ImportsPage() {
  const mayImport = useMay('imports.manage');
  return (
    <div className="page">
      <PageHeading title="Address imports" />
      {mayImport ? (
        <Imports />
      ) : (
        <NoPermission permission="imports.manage" to="import the address files of states" />
      )}
    </div>
  );
}

function Imports() {
  const { data, error, refresh } = useRead(api.imports.list, {});
  const all = data?.StateFileImports ?? [];
  const progressOf = useLiveProgress(all, () => void refresh());

  if (!data) return error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={8} />;
  return (
    <>
      {error && <StaleNotice error={error} onRetry={() => void refresh()} />}
      <UploadPanel />
      <section aria-labelledby="states-title">
        <h2 id="states-title" className="import-title">
          What is live
        </h2>
        <ul className="state-cards">
          {addressStates.map((state) => (
            <StateCard
              key={state}
              state={state}
              live={data.Live.find(({ State }) => State === state)}
              imports={all.filter(({ State }) => State === state)}
              progressOf={progressOf}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="past-title">
        <h2 id="past-title" className="import-title">
          Past imports
        </h2>
        <PastImports imports={all} progressOf={progressOf} />
      </section>
    </>
  );
}
