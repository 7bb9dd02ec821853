import type { ReferralUpdate } from '@handoff/shared/domain/referral/referral';
import { harbor, type PersonName } from '../demo-people.ts';
import { intakeForm, isRefusedByMedicare, withMedicareCard, type IntakeForm } from './intake-forms.ts';
import { personOf } from './in-process-api.ts';
import type { Randomness } from './randomness.ts';

type Change = Omit<ReferralUpdate, 'Id' | 'Etag'>;

export type Step =
  | { kind: 'create'; form: IntakeForm; receivedMinutesAgo: number }
  | { kind: 'update'; change: Change }
  | { kind: 'note'; text: string }
  | { kind: 'check' }
  | { kind: 'readNotes' }
  | { kind: 'upload'; documentType: string };

export interface Act {
  referral: number;
  minutesAgo: number;
  as: PersonName;
  step: Step;
}

interface Team {
  intake: [PersonName, ...PersonName[]];
  owners: [PersonName, ...PersonName[]];
  clinician: PersonName;
}

const harborTeam: Team = { intake: ['ana', 'bea'], owners: ['ana', 'bea', 'marcus'], clinician: 'cleo' };
const evergreenTeam: Team = { intake: ['ivy', 'oscar'], owners: ['ivy', 'oscar'], clinician: 'oscar' };

const noteTexts = [
  'Called the floor, discharge is now planned for tomorrow morning.',
  'Family asks for a visit after 3 pm; a dog is in the house.',
  'Face-to-face note is still missing, asked the practice to fax it.',
  'Reviewed the orders. Start of care within 48 hours is possible.',
  'Left a message for the case manager, will try again after lunch.',
] as const;

const declineReasons = [
  'Outside the service area',
  'Payer not contracted',
  'No capacity',
  'Another agency is active',
] as const;

/** Returns the acts of one referral; number 0 is the newest of a list. */
export function referralStory(
  domainId: string,
  { number, of }: { number: number; of: number },
  random: Randomness,
): Act[] {
  const team = domainId === harbor ? harborTeam : evergreenTeam;
  const received = receivedMinutesAgo(number, of) + random.between(0, 20);
  const creator = random.pick(team.intake);
  const owner = random.pick(team.owners);
  let left = received;
  const acts: Act[] = [];
  // Every act takes a share of the remaining time, and none is in the future.
  const add = (as: PersonName, atMost: number, step: Step) => {
    left -= Math.max(1, Math.min(random.between(2, atMost), Math.floor(left / 4)));
    acts.push({ referral: number, minutesAgo: Math.max(0, left), as, step });
  };

  add(creator, 9, {
    kind: 'create',
    form: withMedicareCard(intakeForm(domainId, random), number),
    receivedMinutesAgo: received,
  });
  for (const step of firstSteps(number, of)) add(creator, 15, step);
  if (number < of / 12) return acts;

  const OwnerId = personOf(owner).Id;
  add(creator, 60, { kind: 'update', change: { OwnerId, StatusId: 'status-in-review' } });
  if (number % 3 === 0) {
    const author = random.chance(0.5) ? team.clinician : creator;
    add(author, 120, { kind: 'note', text: random.pick(noteTexts) });
    const reader = author === owner ? creator : owner;
    if (reader !== author && random.chance(0.6)) add(reader, 60, { kind: 'readNotes' });
  }
  if (random.chance(number < of / 4 ? 0.4 : 0.9)) decide(owner, { add, random });
  return withCheck(acts, number);
}

/** Some referrals come with documents, and the newest ones are given back to the team. */
function firstSteps(number: number, of: number): Step[] {
  return [
    ...(number % 4 === 1 ? [{ kind: 'upload', documentType: 'Referral order' } as const] : []),
    ...(number % 9 === 1 ? [{ kind: 'upload', documentType: 'Face sheet' } as const] : []),
    ...(number < of / 24 ? [{ kind: 'update', change: { OwnerId: null } } as const] : []),
  ];
}

/** Adds the Medicare check once the status requires it; no one accepts a patient for whom it will not pay. */
function withCheck(acts: Act[], number: number): Act[] {
  const changes = acts.map(({ step }) => (step.kind === 'update' ? step.change : {}));
  const asking = acts[changes.findIndex(({ StatusId }) => StatusId === 'status-eligibility')];
  const isAccepted = changes.some(({ Decision }) => Decision?.Kind === 'Accepted');
  if (!asking || (isAccepted && isRefusedByMedicare(number))) return acts;
  return acts.toSpliced(acts.indexOf(asking) + 1, 0, { ...asking, step: { kind: 'check' } });
}

interface Telling {
  add: (as: PersonName, atMost: number, step: Step) => void;
  random: Randomness;
}

function decide(owner: PersonName, { add, random }: Telling): void {
  add(owner, 180, { kind: 'update', change: { StatusId: 'status-eligibility' } });
  if (random.chance(0.12)) return;
  if (random.chance(0.28)) {
    const Decision = { Kind: 'Declined' as const, Reason: random.pick(declineReasons), Comment: '' };
    add(owner, 240, { kind: 'update', change: { StatusId: 'status-declined', Decision } });
    return;
  }
  if (random.chance(0.1)) {
    add(owner, 240, { kind: 'update', change: { StatusId: 'status-withdrawn' } });
    return;
  }
  const Decision = { Kind: 'Accepted' as const, Reason: '', Comment: '' };
  add(owner, 240, { kind: 'update', change: { StatusId: 'status-scheduled', Decision } });
  if (!random.chance(0.6)) return;
  for (const documentType of ['Referral order', 'Consent']) add(owner, 60, { kind: 'upload', documentType });
  add(owner, 2880, { kind: 'update', change: { StatusId: 'status-admitted' } });
}

/** Spreads referrals over 45 days, with the most today. */
function receivedMinutesAgo(number: number, of: number): number {
  return 14 + Math.round((number / of) ** 2 * 45 * 1440);
}
