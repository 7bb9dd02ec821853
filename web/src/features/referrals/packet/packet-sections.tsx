import type { ReactNode } from 'react';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { formatMbi } from '@handoff/shared/domain/person/identifiers';
import type { FitCheck, ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import { isShared, type Referral } from '@handoff/shared/domain/referral/referral';
import { callInWords } from '@handoff/shared/domain/referral/note-in-words';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { formatBytes, formatDateTime, formatDay, ageOf } from '../../../text/format.ts';
import { namesOf, useSettings } from '../../../data/use-settings.ts';
import { clinicalFacts, factsOf } from '../referral-facts.ts';
import { addressLine } from '../referral-cells.tsx';
import type { Packet } from './packet-page.tsx';
import styles from './packet.module.css';

interface PartProps {
  packet: Packet;
  referral: Referral;
}

interface PacketSectionsProps extends PartProps {
  /** The full number, while it is shown. */
  mbi: string | undefined;
}

export function PacketSections({ packet, referral, mbi }: PacketSectionsProps) {
  const [checks] = packet.ReferralChecks;
  return (
    <>
      <div className={styles['pair']}>
        <PatientPart referral={referral} mbi={mbi} />
        <WorkPart referral={referral} />
      </div>
      <CarePart referral={referral} />
      <EligibilityPart {...{ packet, referral }} />
      {checks && <ChecksPart checks={checks} />}
      <MessagesPart texts={packet.MessagesToSource} />
      <NotesPart notes={packet.ReferralNotes} leftOut={packet.NotesLeftOut} />
      <DocumentsPart documents={packet.ReferralDocuments} leftOut={packet.DocumentsLeftOut} />
    </>
  );
}

function PatientPart({ referral, mbi }: Pick<PacketSectionsProps, 'referral' | 'mbi'>) {
  const { Patient, Address, Payers } = referral;
  return (
    <Part title="Patient">
      <Facts
        facts={[
          [
            'Date of birth',
            Patient.DateOfBirth && `${formatDay(Patient.DateOfBirth)}, ${ageOf(Patient.DateOfBirth)} years`,
          ],
          ['Address', addressLine(Address)],
          ['County', placeName(Address.County)],
          ['Phone', formatPhone(Patient.Phone)],
          ['MBI', mbi === undefined ? Patient.Mbi : formatMbi(mbi)],
          ...factsOf('packet', 'Patient', referral),
          ...factsOf('packet', 'Address', referral),
          ...Payers.map(({ Name, Plan, MemberId }, index): [string, string] => [
            index === 0 ? 'Payer' : `Payer ${index + 1}`,
            [Name, Plan, MemberId && `member ${MemberId}`].filter((part) => part !== '').join(', '),
          ]),
        ]}
      />
    </Part>
  );
}

function WorkPart({ referral }: Pick<PartProps, 'referral'>) {
  const { statuses } = useSettings();
  const { Source, Decision, DecidedAt, Owner } = referral;
  const decided = DecidedAt === undefined ? '' : `, ${formatDateTime(DecidedAt)}`;
  return (
    <Part title="Referral">
      <Facts
        facts={[
          ['From', Source.Organization || Source.Kind],
          [
            'Contact',
            [Source.ContactName, formatPhone(Source.Phone)].filter((part) => part !== '').join(', '),
          ],
          ...factsOf('packet', 'Source', referral),
          ['Received', formatDateTime(referral.ReceivedAt)],
          ['Status', namesOf([referral.StatusId], statuses).join()],
          ['Decision', `${Decision.Kind}${decided}`],
          ['Comment', Decision.Comment],
          ['Owner', Owner?.FullName ?? 'Unassigned'],
        ]}
      />
    </Part>
  );
}

function CarePart({ referral: { Services, ClinicalSummary, Clinical } }: Pick<PartProps, 'referral'>) {
  const { serviceNames } = useSettings();
  return (
    <Part title="Care">
      <Facts facts={[['Services', serviceNames(Services).join(', ')], ...clinicalFacts(Clinical)]} />
      <p className={styles['prose']}>{ClinicalSummary || 'No clinical summary.'}</p>
    </Part>
  );
}

function EligibilityPart({ packet: { LastCheck: check }, referral }: PartProps) {
  const { eligibilityStatuses } = useSettings();
  const { EligibilityStatusId: status } = referral;
  return (
    <Part title="Last eligibility check">
      {status === undefined ? (
        <p>Not checked.</p>
      ) : (
        <p>
          <b>{namesOf([status], eligibilityStatuses).join()}</b>
          {check &&
            `, ${check.Category}, for service on ${formatDay(check.DateOfService)}. Checked ${formatDateTime(check.CheckedAt)} by ${check.IsScheduled ? 're-verification' : check.CheckedBy.FullName}. Reference ${check.Reference}.`}
          {check?.Label && <b> {check.Label}.</b>}
        </p>
      )}
    </Part>
  );
}

type ChecksRow = [name: string, check: FitCheck & { Missing?: string[] }, yes: string, no: string];

function ChecksPart({ checks }: { checks: ReferralChecks }) {
  const rows: ChecksRow[] = [
    ['Service area', checks.Area, 'Served', 'Not served'],
    ['Payer', checks.Payer, 'Under contract', 'Not under contract'],
    ['Required documents', checks.Documents, 'Complete', 'Incomplete'],
    ['Eligibility check', checks.Eligibility, 'Can be made', 'Cannot be made yet'],
    ...(checks.Orderer
      ? [['Orderer', checks.Orderer, 'Passes a claim', 'Denied on a claim'] satisfies ChecksRow]
      : []),
    ['Other referrals', checks.Duplicates, 'Maybe the same patient', 'None of this patient'],
  ];
  return (
    <Part title="Checks">
      <table>
        <tbody>
          {rows.map(([name, { Answer, Reason, Missing = [] }, yes, no]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{{ yes, no, unknown: 'Not known' }[Answer]}</td>
              <td>
                {Reason}
                {Missing.length > 0 && ` Missing: ${Missing.join(', ')}.`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function MessagesPart({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Part title="Messages to the source">
      <ul className="plain-list">
        {texts.map((text) => (
          <li key={text} className={styles['prose']}>
            {text}
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface NotesPartProps {
  notes: Packet['ReferralNotes'];
  leftOut: number;
}

function NotesPart({ notes, leftOut }: NotesPartProps) {
  const oldestFirst = notes.toSorted((a, b) => a.CreatedAt.localeCompare(b.CreatedAt));
  return (
    <Part title={`Notes (${notes.length})`}>
      {notes.length === 0 && <p>{leftOut > 0 ? 'No shared notes.' : 'No notes.'}</p>}
      <ol className="plain-list">
        {oldestFirst.map((note) => (
          <li key={note.Id}>
            <b>{note.CreatedBy.FullName}</b>, {formatDateTime(note.CreatedAt)}
            {note.EditedAt !== null && `, edited ${formatDateTime(note.EditedAt)}`}
            {note.Priority === true && ', priority'}
            {!isShared(note) && ', internal'}
            {note.Call && <p>{callInWords(note.Call)}</p>}
            {note.Text !== '' && <p className={styles['prose']}>{note.Text}</p>}
          </li>
        ))}
      </ol>
    </Part>
  );
}

interface DocumentsPartProps {
  documents: Packet['ReferralDocuments'];
  leftOut: number;
}

function DocumentsPart({ documents, leftOut }: DocumentsPartProps) {
  const { documentTypes } = useSettings();
  return (
    <Part title={`Documents (${documents.length})`}>
      {documents.length === 0 ? (
        <p>No documents.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">Size</th>
              <th scope="col">Attached</th>
            </tr>
          </thead>
          <tbody>
            {documents.map((document) => (
              <tr key={document.Id}>
                <td>{document.name}</td>
                <td>{namesOf([document.DocumentTypeId], documentTypes).join()}</td>
                <td>{formatBytes(document.Size)}</td>
                <td>
                  {formatDateTime(document.UploadedAt)}, {document.UploadedBy.FullName}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {leftOut > 0 && (
        <p>
          {leftOut === 1 ? '1 document is' : `${leftOut} documents are`} not listed: not checked for malware
          yet, or blocked.
        </p>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Leaves empty entries out. */
function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
