import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReferralSection } from '@handoff/shared/domain/referral/presence';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { ReferralChecks, RelatedReferral } from '@handoff/shared/domain/referral/referral-checks';
import { NEW } from '../../../ui/record-page/entity-search.ts';
import { ConflictDialog } from '../../../ui/form/conflict-dialog.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { useMay } from '../../../data/current-person.ts';
import { formatDateTime, placeName } from '../../../text/format.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { FitRows } from '../fit-rows.tsx';
import { KeptApart, type LookAlike, type Likenesses, LookAlikes } from '../duplicates/look-alikes.tsx';
import { MergeDialog } from '../duplicates/merge-dialog.tsx';
import { MergedInto } from '../duplicates/merged-referral.tsx';
import { SectionTitle } from '../presence/presence.tsx';
import { useUpdateReferral } from '../edit/use-update-referral.ts';
import { StatusOf } from '../referral-cells.tsx';
import { NearestInFile } from '../intake/nearest-address.tsx';
import styles from './referral.module.css';
import type { useRevealedNumbers } from './use-revealed-numbers.ts';

interface OverviewTabProps {
  referral: Referral;
  checks: ReferralChecks | undefined;
  related: readonly RelatedReferral[];
  shown: ReturnType<typeof useRevealedNumbers>['shown'];
}

/** The results of the checks, and what intake recorded. */
export function OverviewTab({ referral, checks, related, shown }: OverviewTabProps) {
  const { eligibilityStatuses } = useSettings();
  const [mayStop, mayEdit] = [useMay('readmission-stops.manage'), useMay('referrals.edit')];
  const navigate = useNavigate();
  const edit = (path: string) =>
    void navigate({ to: '/referrals/$id/edit', params: { id: referral.Id }, hash: path });
  return (
    <>
      {checks && (
        <div className={styles['checks']}>
          <FitRows
            checks={checks}
            eligibility={eligibilityStatuses.find(({ Id }) => Id === referral.EligibilityStatusId)}
            {...(mayEdit && { onField: edit })}
          />
          {mayStop && checks.Readmission.Found.length === 0 && (
            <p>
              <Link to="/do-not-readmit" search={{ edit: NEW, referral: referral.Id }} className="link">
                Add to the do-not-readmit list
              </Link>
            </p>
          )}
          <OtherReferrals {...{ referral, checks, related }} />
        </div>
      )}
      <WrittenDown {...{ referral, shown }} />
    </>
  );
}

interface OtherReferralsProps {
  referral: Referral;
  checks: ReferralChecks;
  related: readonly RelatedReferral[];
}

/** Earlier and later referrals of the same patient, and possible duplicates. */
function OtherReferrals({ referral, checks, related }: OtherReferralsProps) {
  const mayEdit = useMay('referrals.edit');
  const { statuses } = useSettings();
  const { save, conflict } = useUpdateReferral();
  const reading = useRead(referralsApi.byId, { query: { id: referral.Id } });
  const [merging, setMerging] = useState<LookAlike>();
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
        {...(mayEdit && { onChange: (next) => void change(next), onMerge: setMerging })}
      />
      <KeptApart {...{ dismissed }} {...(mayEdit && { onChange: (next) => void change(next) })} />
      {merging && <MergeDialog referral={referral} other={merging} onClose={() => setMerging(undefined)} />}
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
  const { Address, Payers, Services, ClinicalSummary, Decision } = referral;
  return (
    <div className={styles['overview']}>
      <Facts title="Patient" sections={['Patient', 'Address']}>
        <Fact name="Address">
          {Address.StreetAddress} {Address.Unit}
          {!Address.InFile && (
            <div className="soft small">
              Street not in the imported file. <NearestInFile address={Address} />
            </div>
          )}
        </Fact>
        <Fact name="County">{placeName(Address.County)}</Fact>
      </Facts>
      <Facts title="Services" sections={['Services']}>
        <Fact name="Services">{useSettings().serviceNames(Services).join(', ')}</Fact>
        {Decision.Comment !== '' && <Fact name="Decision">{Decision.Comment}</Fact>}
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
