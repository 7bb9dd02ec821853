import { VisuallyHidden } from '@mantine/core';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { AdmissionAnswer } from '@handoff/shared/domain/referral/admission-answer';
import type { ReferralSection } from '@handoff/shared/domain/referral/presence';
import type { Referral, ReferralNote } from '@handoff/shared/domain/referral/referral';
import type { ReferralChecks, RelatedReferral } from '@handoff/shared/domain/referral/referral-checks';
import { ConflictDialog } from '../../../ui/form/conflict-dialog.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { useMay } from '../../../data/current-person.ts';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { formatCount, formatDateTime } from '../../../text/format.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { clinicalFacts, factsOf } from '../referral-facts.ts';
import { FitRows } from '../fit-rows.tsx';
import { KeptApart, type LookAlike, type Likenesses, LookAlikes } from '../duplicates/look-alikes.tsx';
import { MergeDialog } from '../duplicates/merge-dialog.tsx';
import { MergedInto } from '../duplicates/merged-referral.tsx';
import { AskSender } from '../sender-links/ask-sender.tsx';
import { useAskFor } from '../notes/ask-for.ts';
import { AdmissionDates } from './admission-dates.tsx';
import type { EligibilityCheck } from './check-eligibility.tsx';
import { SectionTitle } from '../presence/presence.tsx';
import { useUpdateReferral } from '../edit/use-update-referral.ts';
import { addressLine, StatusOf } from '../referral-cells.tsx';
import { NearestInFile } from '../intake/nearest-address.tsx';
import { openLinesOf } from '../intake/prefill/review-lines.ts';
import { GuardedPart } from '../../../ui/feedback/guarded.tsx';
import styles from './referral.module.css';
import type { useRevealedNumbers } from './use-revealed-numbers.ts';

interface OverviewTabProps {
  referral: Referral;
  checks: ReferralChecks | undefined;
  eligibility: EligibilityCheck;
  related: readonly RelatedReferral[];
  admission: AdmissionAnswer | null;
  /** Newest first. */
  notes: readonly ReferralNote[];
  shown: ReturnType<typeof useRevealedNumbers>['shown'];
}

/** The results of the checks, and what intake recorded. */
export function OverviewTab(props: OverviewTabProps) {
  const { referral, checks, eligibility, related, admission, notes, shown } = props;
  const { eligibilityStatuses } = useSettings();
  const mayEdit = useMay('referrals.edit');
  const [merging, setMerging] = useState<LookAlike>();
  const actions = useCheckActions({ referral, checks, eligibility, onMerge: setMerging });
  const navigate = useNavigate();
  const edit = (path: string) =>
    void navigate({ to: '/referrals/$id/edit', params: { id: referral.Id }, hash: path });
  return (
    <>
      {checks && (
        <div className={styles['checks']}>
          <GuardedPart of={checks}>
            <FitRows
              checks={checks}
              eligibility={eligibilityStatuses.find(({ Id }) => Id === referral.EligibilityStatusId)}
              actions={actions}
              folds
              openLines={openLinesOf(referral)}
              {...(mayEdit && { onField: edit })}
            />
          </GuardedPart>
          <GuardedPart of={related}>
            <OtherReferrals {...{ referral, checks, related, merging }} onMerge={setMerging} />
          </GuardedPart>
        </div>
      )}
      <GuardedPart of={admission}>
        <AdmissionDates referral={referral} answer={admission} />
      </GuardedPart>
      <GuardedPart of={referral}>
        <WrittenDown {...{ referral, shown }} />
      </GuardedPart>
      <GuardedPart of={notes}>
        <LatestNote id={referral.Id} notes={notes} />
      </GuardedPart>
    </>
  );
}

type CheckActions = NonNullable<Parameters<typeof FitRows>[0]['actions']>;

interface CheckActionsOf {
  referral: Referral;
  checks: ReferralChecks | undefined;
  eligibility: EligibilityCheck;
  onMerge: (other: LookAlike) => void;
}

/** The next step of this person for each check. */
function useCheckActions({ referral, checks, eligibility, onMerge }: CheckActionsOf): CheckActions {
  const mayEdit = useMay('referrals.edit');
  if (!checks) return {};
  const { Id: id } = referral;
  const [other] = checks.Duplicates.Found;
  return {
    Area: mayEdit && checks.Area.Answer === 'unknown' && (
      <EditLink id={id} hash="Address.ZipCode" text="Check address" />
    ),
    Capacity: <CapacityLink rule={checks.Capacity.Rule} />,
    Payer: mayEdit && checks.Payer.Answer !== 'yes' && (
      <PayerLink referral={referral} rule={checks.Payer.Rule} />
    ),
    Documents: checks.Documents.Missing.length > 0 && (
      <>
        <AskFor referral={referral} names={checks.Documents.Missing} />
        <AskSender referral={referral} missing={checks.Documents.Missing} />
        <AttachLink id={id} />
      </>
    ),
    Information: checks.Information.Missing.length > 0 && (
      <AskFor referral={referral} names={checks.Information.Missing} />
    ),
    Eligibility: eligibility.mayCheck && (
      <button type="button" className="text-button" onClick={eligibility.check}>
        {referral.EligibilityStatusId === undefined ? 'Check' : 'Check again'}
      </button>
    ),
    Values: <ReviewLink id={id} />,
    Orderer: <OrdererLink id={id} check={checks.Orderer} />,
    Duplicate: mayEdit && other && (
      <button type="button" className="text-button" onClick={() => onMerge(other)}>
        Compare
      </button>
    ),
  };
}

function CapacityLink({ rule }: { rule: string }) {
  if (rule === 'Open') return null;
  return (
    <Link to="/coverage" className="link">
      Show capacity
    </Link>
  );
}

function AskFor({ referral, names }: { referral: Referral; names: readonly string[] }) {
  const mayWrite = useMay('notes.write');
  const askFor = useAskFor(referral);
  if (!mayWrite) return null;
  return (
    <button type="button" className="text-button" onClick={() => askFor(names)}>
      Log a request
      <VisuallyHidden>: {names.join(', ')}</VisuallyHidden>
    </button>
  );
}

function AttachLink({ id }: { id: string }) {
  const mayAttach = useMay('documents.edit');
  if (!mayAttach) return null;
  return (
    <Link to="/referrals/$id" params={{ id }} search={{ tab: 'documents' }} className="link">
      Attach
    </Link>
  );
}

function PayerLink({ referral: { Id, Payers }, rule }: { referral: Referral; rule: string }) {
  if (rule === 'Plan') return <EditLink id={Id} hash="Payers.0.Plan" text="Choose plan" />;
  const text = Payers.length === 0 ? 'Add payer' : 'Change payer';
  return <EditLink id={Id} hash="Payers.0.Name" text={text} />;
}

function OrdererLink({ id, check }: { id: string; check: ReferralChecks['Orderer'] }) {
  const mayEdit = useMay('referrals.edit');
  if (!mayEdit || !check || check.Answer === 'yes') return null;
  const text = check.Answer === 'no' ? 'Change orderer' : 'Add NPI';
  return <EditLink id={id} hash="Clinical.OrderingNpi" text={text} />;
}

function ReviewLink({ id }: { id: string }) {
  if (!useMay('referrals.edit')) return null;
  return (
    <Link to="/referrals/$id/edit" params={{ id }} className="link">
      Review
    </Link>
  );
}

/** Leads to one field of the form. */
function EditLink({ id, hash, text }: { id: string; hash: string; text: string }) {
  return (
    <Link to="/referrals/$id/edit" params={{ id }} hash={hash} className="link">
      {text}
    </Link>
  );
}

/** The note that others wrote last; the tab has them all. */
function LatestNote({ id, notes }: { id: string; notes: readonly ReferralNote[] }) {
  const [note] = notes;
  if (!note) return null;
  return (
    <section className={styles['latest']}>
      <header>
        <h2>Latest note</h2>
        <Link to="/referrals/$id" params={{ id }} search={{ tab: 'notes' }} className="link">
          {notes.length === 1 ? 'Open it' : `Show all ${formatCount(notes.length)}`}
        </Link>
      </header>
      <p className="soft small">
        {note.CreatedBy.FullName}, {formatDateTime(note.CreatedAt)}
      </p>
      <p>{note.Text}</p>
    </section>
  );
}

interface OtherReferralsProps {
  merging: LookAlike | undefined;
  onMerge: (other: LookAlike | undefined) => void;
  referral: Referral;
  checks: ReferralChecks;
  related: readonly RelatedReferral[];
}

/** Earlier and later referrals of the same patient, and possible duplicates. */
function OtherReferrals({ referral, checks, related, merging, onMerge }: OtherReferralsProps) {
  const mayEdit = useMay('referrals.edit');
  const { statuses } = useSettings();
  const { save, conflict } = useUpdateReferral();
  const reading = useRead(referralsApi.byId, { query: { id: referral.Id } });
  const { EarlierReferralId: earlier = null, NotDuplicateOf: dismissed = [] } = referral;
  const later = related.flatMap(({ Relation, ReferralId }) => (Relation === 'Later' ? [ReferralId] : []));

  async function change(next: (former: Likenesses) => Likenesses) {
    const wanted = next({ earlier, dismissed });
    await save(referral, { EarlierReferralId: wanted.earlier, NotDuplicateOf: [...wanted.dismissed] });
    // Related referrals are not part of the record.
    await reading.refresh();
  }

  return (
    <>
      <Readmissions {...{ earlier, related }} />
      <MergedInto referral={referral} />
      <LookAlikes
        {...{ earlier, dismissed, statuses }}
        found={checks.Duplicates.Found.filter(({ ReferralId }) => !later.includes(ReferralId))}
        {...(mayEdit && { onChange: (next) => void change(next), onMerge })}
      />
      <KeptApart {...{ dismissed }} {...(mayEdit && { onChange: (next) => void change(next) })} />
      {merging && <MergeDialog referral={referral} other={merging} onClose={() => onMerge(undefined)} />}
      <ConflictDialog conflict={conflict} onChoose={conflict?.choose} leave="Discard my changes" />
    </>
  );
}

/** A referral that was deleted, or is restricted for this person, has no date here. */
function Readmissions({ earlier, related }: { earlier: string | null; related: readonly RelatedReferral[] }) {
  const { statuses } = useSettings();
  const isListed = related.some(({ ReferralId }) => ReferralId === earlier);
  if (related.length === 0 && earlier === null) return null;
  return (
    <ul className={styles['related']} aria-label="Related referrals">
      {related.map(({ ReferralId, Relation, ReceivedAt, StatusId }) => (
        <li key={ReferralId}>
          {Relation === 'Earlier' ? 'Readmission. Earlier referral: ' : 'Readmitted. Later referral: '}
          <Link to="/referrals/$id" params={{ id: ReferralId }} className="link">
            received {formatDateTime(ReceivedAt)}
          </Link>{' '}
          <StatusOf id={StatusId} statuses={statuses} />
        </li>
      ))}
      {earlier !== null && !isListed && (
        <li>
          Readmission.{' '}
          <Link to="/referrals/$id" params={{ id: earlier }} className="link">
            Open the earlier referral
          </Link>
        </li>
      )}
    </ul>
  );
}

/** The patient is in the header and the source is in the rail, so neither is repeated here. */
function WrittenDown({ referral, shown }: Pick<OverviewTabProps, 'referral' | 'shown'>) {
  const { Address, Payers, Services, ClinicalSummary, Clinical } = referral;
  const clinical = clinicalFacts(Clinical);
  return (
    <div className={styles['overview']}>
      <Facts title="Patient" sections={['Patient', 'Address']}>
        <Fact name="Address">
          {addressLine(Address)}
          {!Address.InFile && (
            <div className="soft small">
              Street not in the imported file. <NearestInFile address={Address} />
            </div>
          )}
        </Fact>
        <Fact name="County">{placeName(Address.County)}</Fact>
        {[...factsOf('overview', 'Patient', referral), ...factsOf('overview', 'Address', referral)].map(
          ([name, text]) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ),
        )}
      </Facts>
      <Facts title="Services" sections={['Services']}>
        <Fact name="Services">{useSettings().serviceNames(Services).join(', ')}</Fact>
        <Fact name="Last change">
          {formatDateTime(referral.UpdatedAt)} by {referral.UpdatedBy.FullName}
        </Fact>
      </Facts>
      <Facts title="Payers" sections={['Payer']}>
        {Payers.map((payer, index) => (
          <Fact key={`${payer.Name}${payer.MemberId}`} name={ranks[index] ?? `Payer ${index + 1}`}>
            {payer.Name}
            {payer.Plan !== '' && <>, {payer.Plan}</>}
            {payer.MemberId !== '' && (
              <div className="soft number">Member {shown?.MemberIds[index] ?? payer.MemberId}</div>
            )}
          </Fact>
        ))}
        {Payers.length === 0 && <Fact name="Primary">{''}</Fact>}
      </Facts>
      {clinical.length > 0 && (
        <Facts title="Clinical" sections={['Clinical']}>
          {clinical.map(([name, text]) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
        </Facts>
      )}
      <section>
        <h2>Clinical summary</h2>
        {ClinicalSummary === '' ? <p className="soft">No summary.</p> : <p>{ClinicalSummary}</p>}
      </section>
    </div>
  );
}

const ranks = ['Primary', 'Secondary'];

interface FactsProps {
  title: string;
  /** The sections that another person may be editing. */
  sections: readonly ReferralSection[];
  children: ReactNode;
}

function Facts({ title, sections, children }: FactsProps) {
  return (
    <section>
      <SectionTitle {...{ title, sections }} />
      <dl className="facts">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="number">{children === '' ? <span className="soft">–</span> : children}</dd>
    </>
  );
}
