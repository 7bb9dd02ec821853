import { Link } from '@tanstack/react-router';
import { systemHealthApi, type SystemHealth } from '@handoff/shared/contract/system-health';
import { subjectNames } from '@handoff/shared/domain/address/file-subject';
import { useMay } from '../../data/current-person.ts';
import { useRead } from '../../data/records/use-read.ts';
import { formatMoment, plural } from '../../text/format.ts';
import { statusWords } from '../../text/labels/import-labels.ts';
import { Reading } from '../../ui/feedback/reading.tsx';

/** The tasks of an administrator with their pages, and how the installation is doing. */
export function Administration() {
  const isAdministrator = useMay('agencies.manage');
  const health = useRead(systemHealthApi.read, isAdministrator ? {} : null);
  if (!isAdministrator) return null;
  return (
    <section aria-labelledby="administration">
      <h2 id="administration">Administration</h2>
      <ul className="rows">
        <li>
          <Link to="/admin/imports" className="link">
            Import a state file
          </Link>
          : drop the state’s address file on the page and choose its state. A state’s first file goes live by
          itself. Later ones show what they change, and wait until you publish them.
        </li>
        <li>
          <Link to="/admin/users" search={{}} className="link">
            Give someone access
          </Link>
          : they sign in once and then appear there; you choose agency and role.
        </li>
        <li>
          <Link to="/admin/agencies" search={{}} className="link">
            Add or set up an agency
          </Link>
          : its steps say what is still missing.
        </li>
        <li>
          <Link to="/admin/audit" search={{}} className="link">
            Find out who did something
          </Link>
          : the audit has every change and every view.
        </li>
        <li>
          <Link to="/admin/health" className="link">
            See how Handoff is running
          </Link>
          : jobs, waiting work, services, keys and address files, with what needs attention first.
        </li>
      </ul>
      <Reading of={health} lines={3}>
        {(status) => (
          <dl className="facts">
            <dt>Last import</dt>
            <dd>
              <LastImport imports={status.Imports} />
            </dd>
            <dt>Last re-verification</dt>
            <dd>{lastReverification(status)}</dd>
            <dt>Waiting work</dt>
            <dd>{waitingWork(status)}</dd>
          </dl>
        )}
      </Reading>
    </section>
  );
}

function LastImport({ imports }: { imports: SystemHealth['Imports'] }) {
  const [newest] = imports
    .flatMap(({ State, Last }) => (Last ? [{ State, ...Last }] : []))
    .toSorted((a, b) => b.At.localeCompare(a.At));
  if (!newest) return 'None yet';
  const { State, ImportId, FileName, At, Status } = newest;
  return (
    <>
      <Link to="/admin/imports/$importId" params={{ importId: ImportId }} className="link">
        {subjectNames[State]}, {FileName}
      </Link>
      , {formatMoment(At)}, {statusWords[Status].label.toLowerCase()}
    </>
  );
}

function lastReverification({ Jobs, Reverification }: SystemHealth): string {
  if (Reverification.Agencies === 0) return 'No agency uses it';
  const work = Jobs.map(({ LastWork }) => LastWork).find(
    (each) => each?.Counts.referralsReverified !== undefined,
  );
  if (!work) return 'None yet';
  return `${formatMoment(work.At)}, ${plural(work.Counts.referralsReverified ?? 0, 'referral')}`;
}

function waitingWork({ Backlogs }: SystemHealth): string {
  const { WebhookEventsWaiting, DocumentsInScan } = Backlogs;
  if (WebhookEventsWaiting + DocumentsInScan === 0) return 'None';
  return `${plural(WebhookEventsWaiting, 'webhook event')}, ${plural(DocumentsInScan, 'document')} in the malware scan`;
}
