import { Link } from '@tanstack/react-router';
import type { ImportProgress, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { EmptyState } from '../../../components/page-states.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { formatBytes, formatCount, formatDateTime } from '../../../lib/format/format.ts';
import { statusWords } from '../import-words.ts';

interface PastImportsProps {
  imports: readonly StateFileImport[];
  progressOf: (each: StateFileImport) => ImportProgress;
}

export function PastImports({ imports, progressOf }: PastImportsProps) {
  if (imports.length === 0)
    return (
      <EmptyState title="No file has been imported yet">
        Choose a state’s address file above. Once it is live, intake gets ZIP codes and streets while typing.
      </EmptyState>
    );
  return (
    <table className="import-table">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Outcome</th>
          <th scope="col" className="wide-only right">
            Addresses taken
          </th>
          <th scope="col" className="wide-only right">
            Rejected
          </th>
          <th scope="col" className="wide-only">
            By
          </th>
          <th scope="col">Started</th>
        </tr>
      </thead>
      <tbody>
        {imports.map((each) => (
          <PastImport key={each.ImportId} each={each} progress={progressOf(each)} />
        ))}
      </tbody>
    </table>
  );
}

function PastImport({ each, progress }: { each: StateFileImport; progress: ImportProgress }) {
  const { label, color } = statusWords[progress.status];
  return (
    <tr>
      <th scope="row">
        <b>{each.State}</b>{' '}
        <Link className="quiet-link" to="/admin/imports/$importId" params={{ importId: each.ImportId }}>
          {each.FileName}
        </Link>{' '}
        <span className="soft small number">
          {formatBytes(each.Bytes)}
          {each.Mode === 'add' && ', added'}
        </span>
      </th>
      <td>
        <StatusMark name={label} color={color} />
      </td>
      <td className="wide-only right number">{formatCount(progress.accepted)}</td>
      <td className="wide-only right number">{formatCount(progress.rejected)}</td>
      <td className="wide-only">{each.By.FullName}</td>
      <td className="number">{formatDateTime(each.At)}</td>
    </tr>
  );
}
