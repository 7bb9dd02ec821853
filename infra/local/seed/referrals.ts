import { api as contract } from '@handoff/shared/contract/api';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { harbor } from '../demo-people.ts';
import { documentTypeId } from '@handoff/shared/domain/agency/list-templates';
import type { SeedApi } from './in-process-api.ts';
import { randomness } from './randomness.ts';
import { referralStory, type Act, type Step } from './referral-story.ts';
import { smallPdf } from './small-pdf.ts';

interface Progress {
  referral: Referral | undefined;
  noteIds: string[];
}

/** Plays six weeks of an agency's people, act by act in order of time. */
export async function seedReferrals(api: SeedApi, domainId: string): Promise<void> {
  const of = domainId === harbor ? 60 : 20;
  const random = randomness(of);
  const numbers = Array.from({ length: of }, (_, number) => number);
  const acts = withReturn(numbers.flatMap((number) => referralStory(domainId, { number, of }, random)));
  const progress = new Map<number, Progress>();
  for (const [index, act] of acts.toSorted((a, b) => b.minutesAgo - a.minutesAgo).entries()) {
    const before = progress.get(act.referral) ?? { referral: undefined, noteIds: [] };
    const key = `${domainId} ${index}`;
    progress.set(act.referral, { ...before, ...(await perform(api, { act, before, key, domainId })) });
  }
}

/** An admitted patient is referred again, so that the search for duplicates finds someone. */
function withReturn(acts: Act[]): Act[] {
  const former = acts.find(({ referral }) => referral === PATIENT_BEFORE)?.step;
  return acts.map((act) => {
    const { referral, step } = act;
    if (referral !== PATIENT_AGAIN || step.kind !== 'create' || former?.kind !== 'create') return act;
    const { Patient, Address } = former.form;
    return { ...act, step: { ...step, form: { ...step.form, Patient, Address } } };
  });
}

const PATIENT_BEFORE = 16;
const PATIENT_AGAIN = 2;

interface Performance {
  act: Act;
  before: Progress;
  key: string;
  domainId: string;
}

async function perform(
  api: SeedApi,
  { act, before, key, domainId }: Performance,
): Promise<Partial<Progress>> {
  const { step, as, minutesAgo } = act;
  const who = { as, minutesAgo, key, domain: domainId };
  if (step.kind === 'create') return createReferral(api, step, who);
  const { referral, noteIds } = before;
  if (!referral) throw new Error('A story begins with the referral.');
  const { Id } = referral;
  const { update, updateNotes, readNote } = contract.referrals;
  switch (step.kind) {
    case 'update': {
      // No one else writes, so each change is based on the version that the act before it left.
      const body = { Id, ...step.change };
      const answer = update.output.parse(await api.call(update, { body }, who));
      return { referral: answer.ReferralInfo[0] };
    }
    case 'note': {
      const body = { ReferralId: Id, ReferralNotes: [{ Text: step.text }] };
      const answer = updateNotes.output.parse(await api.call(updateNotes, { body }, who));
      return { noteIds: answer.ReferralNotes.map((note) => note.Id) };
    }
    case 'readNotes':
      for (const note of noteIds)
        await api.call(readNote, { body: { Id: note } }, { ...who, key: `${key} ${note}` });
      return {};
    case 'upload':
      await api.attach(documentOf(referral, step), who);
      return {};
    case 'check':
      await checkEligibility(api, referral, who);
      return {};
  }
}

type Who = Parameters<SeedApi['call']>[2];

/** Checks eligibility in the sandbox, with the number that the referral masks. */
async function checkEligibility(api: SeedApi, { Id, Patient }: Referral, who: Who): Promise<void> {
  const { FirstName, LastName, DateOfBirth, Mbi } = Patient;
  if (Mbi === '') return;
  const Category = who.domain === harbor ? ('Home Care' as const) : ('Hospice' as const);
  const body = { FirstName, LastName, DateOfBirth, Mbi, Category, ReferralId: Id };
  await api.call(contract.medicareEligibility.check, { body }, who);
}

async function createReferral(
  api: SeedApi,
  step: Extract<Step, { kind: 'create' }>,
  who: Who,
): Promise<Partial<Progress>> {
  const { create } = contract.referrals;
  const received = new Date(api.startedAt.getTime() - step.receivedMinutesAgo * 60_000);
  const body = { ...step.form, ReceivedAt: received.toISOString() };
  const answer = create.output.parse(await api.call(create, { body }, who));
  return { referral: answer.ReferralInfo[0] };
}

function documentOf({ Id, Patient }: Referral, { documentType }: Extract<Step, { kind: 'upload' }>) {
  const pdf = smallPdf([
    documentType,
    `Patient: ${Patient.FirstName} ${Patient.LastName}, born ${Patient.DateOfBirth}`,
    'Synthetic demonstration document. No one of this name is a patient.',
  ]);
  const file = new File([pdf], `${documentType.toLowerCase().replaceAll(' ', '-')}.pdf`, {
    type: 'application/pdf',
  });
  return { fields: { DocumentTypeId: documentTypeId(documentType), ReferralId: Id }, file };
}
