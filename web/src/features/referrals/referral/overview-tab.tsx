import type { ReactNode } from 'react';
import { formatMbi, formatSsn } from '@handoff/shared/domain/person/identifiers';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { formatDateTime, formatDay, placeName } from '../../../lib/format.ts';
import { useRevealedNumbers } from './use-revealed-numbers.ts';

/** What intake wrote down, as it was told. */
export function OverviewTab({ referral }: { referral: Referral }) {
  const { Source, Patient, Address, Payers, Services, ClinicalSummary, Decision } = referral;
  const numbers = useRevealedNumbers(referral);
  const { shown } = numbers;
  return (
    <div className="overview">
      <Facts title="Patient">
        <Fact name="Name">
          {Patient.FirstName} {Patient.LastName}
        </Fact>
        <Fact name="Born">{formatDay(Patient.DateOfBirth)}</Fact>
        <Fact name="Phone">{formatPhone(Patient.Phone)}</Fact>
        <Fact name="SSN">{shown ? formatSsn(shown.Ssn) : Patient.Ssn}</Fact>
        <Fact name="Medicare number">{shown ? formatMbi(shown.Mbi) : Patient.Mbi}</Fact>
        {numbers.isOffered && <RevealButton {...numbers} />}
        <Fact name="Address">
          {Address.StreetAddress} {Address.Unit}
          <br />
          {placeName(Address.City)}, {Address.State} {Address.ZipCode}
          {!Address.InFile && <span className="soft small"> · street not in the imported file</span>}
        </Fact>
        <Fact name="County">{placeName(Address.County)}</Fact>
      </Facts>
      <Facts title="Referred by">
        <Fact name="Received">{formatDateTime(referral.ReceivedAt)}</Fact>
        <Fact name="Source">{Source.Kind}</Fact>
        <Fact name="Organization">{Source.Organization}</Fact>
        <Fact name="Contact">{Source.ContactName}</Fact>
        <Fact name="Phone">{formatPhone(Source.Phone)}</Fact>
      </Facts>
      <Facts title="Payers">
        {Payers.map((payer, index) => (
          <Fact key={`${payer.Name}${payer.MemberId}`} name={index === 0 ? 'Primary' : `Payer ${index + 1}`}>
            {payer.Name}
            {payer.Plan !== '' && <>, {payer.Plan}</>}
            {payer.MemberId !== '' && (
              <div className="soft number">Member {shown?.MemberIds[index] ?? payer.MemberId}</div>
            )}
          </Fact>
        ))}
        {Payers.length === 0 && <Fact name="Primary">{''}</Fact>}
      </Facts>
      <Facts title="Services">
        <Fact name="Asked for">{Services.join(', ')}</Fact>
        {Decision.Comment !== '' && <Fact name="Decision">{Decision.Comment}</Fact>}
        <Fact name="Recorded">
          {formatDateTime(referral.CreatedAt)} by {referral.CreatedBy.FullName}
        </Fact>
        <Fact name="Changed">
          {formatDateTime(referral.UpdatedAt)} by {referral.UpdatedBy.FullName}
        </Fact>
      </Facts>
      <section className="overview-summary">
        <h2>Clinical summary</h2>
        {ClinicalSummary === '' ? <p className="soft">Nothing written.</p> : <p>{ClinicalSummary}</p>}
      </section>
    </div>
  );
}

function RevealButton({ shown, isPending, reveal, hide }: ReturnType<typeof useRevealedNumbers>) {
  return (
    <>
      <dt />
      <dd>
        <button
          type="button"
          className="text-button"
          disabled={isPending}
          onClick={shown ? hide : () => void reveal()}
        >
          {shown ? 'Hide the numbers' : 'Reveal the numbers'}
        </button>
      </dd>
    </>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
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
