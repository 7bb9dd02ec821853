import { mayDo, type Roles } from '@handoff/shared/domain/access/role';
import type { Caller } from '../../core/context.ts';
import { draftsApi } from '@handoff/shared/contract/referrals/drafts';
import { Confirmation } from '@handoff/shared/domain/access/access-review';
import { ExpectedUser, Person, Session, User } from '@handoff/shared/domain/access/user';
import { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import * as z from 'zod';
import { declareRecord, standalone, standaloneIn } from '../declare-record.ts';
import { always, days, keptSeconds, onceDeleted, unseen } from '../retention.ts';
import { above, including, select } from '../select.ts';

const staffInSystem = standaloneIn('system', 'staff');
const ofSystem = standaloneIn('system', 'business');
const ofPerson = standaloneIn('person', 'staff');
const ofStaff = standaloneIn('agency', 'staff');

/** In `sys`. `DomainIds` repeats the agencies of a person for queries. */
export const StoredUser = User.extend({
  DomainIds: z.array(z.string()),
  Sessions: z.array(Session),
  /** When the last unlisted session ended: an older sign-in that is not listed is over. */
  SessionEndedAt: z.string().optional(),
});
export type StoredUser = z.infer<typeof StoredUser>;
export const userKind = declareRecord({
  type: 'user',
  schema: StoredUser,
  ...staffInSystem(
    'a person: name, e-mail, roles, last sign-in',
    { kept: 'always: the trail names them' },
    'setup',
  ),
});
export const userId = (oid: string) => `user-${oid}`;
/** A timer acts under an id that is no user's. */
export const isUserId = (id: string) => id.startsWith('user-');
export const oidOf = (id: string) => id.replace(/^user-/, '');

export const usersOf = (domainId: string) => select(userKind, { where: { DomainIds: including(domainId) } });

export const rolesIn = ({ SystemRole, RolesWithinAgencies }: StoredUser, domainId: string): Roles => ({
  SystemRole,
  RoleWithinAgency: RolesWithinAgencies.find((role) => role.BusinessDomainId === domainId)?.RoleWithinAgency,
});

/** Tells whether this person can get a referral, be named on one or be mentioned; an application cannot. */
export const isColleague = ({ Active, RolesWithinAgencies }: StoredUser, domainId: string): boolean =>
  Active &&
  RolesWithinAgencies.some(
    (role) => role.BusinessDomainId === domainId && role.RoleWithinAgency !== 'Integration',
  );

export const isManagerOf = (domainId: string, { RolesWithinAgencies }: StoredUser): boolean =>
  RolesWithinAgencies.some(
    (role) => role.BusinessDomainId === domainId && role.RoleWithinAgency === 'Manager',
  );

/** An invitation: this person gets access by signing in. */
export const expectedUserKind = declareRecord({
  type: 'expected-user',
  schema: ExpectedUser,
  ...staffInSystem(
    'an e-mail address that is expected',
    {
      kept: `until the person is let in or expected no more, and ${unseen}`,
      ...onceDeleted,
    },
    'setup',
  ),
});

export const businessDomainKind = declareRecord({
  type: 'domain',
  schema: BusinessDomain,
  ...ofSystem('an agency', always, 'setup'),
});
export const domains = select(businessDomainKind);

export const currentDomainKind = declareRecord({
  type: 'current-domain',
  schema: z.object({ Id: z.literal('current-domain'), BusinessDomainId: z.string() }),
  ...ofPerson('the agency someone works in', always, 'one'),
});

/** The last confirmation of each person; earlier ones are in the audit. */
export const confirmationKind = declareRecord({
  type: 'access-confirmation',
  schema: Confirmation.extend({ Id: z.string() }),
  ...ofStaff('that someone’s access was reviewed', { kept: 'until the next one' }, 'setup'),
});

/** Never in audit, search or a notification, because only its author may know what is in it. */
export const StoredDraft = z.object({
  Id: z.string(),
  /** Empty until a person continues what an application sent. */
  UserId: z.string(),
  Form: draftsApi.save.body.shape.Form,
  SavedAt: z.string(),
  /** Empty after removal, until the record expires. */
  Sealed: z.object({ Values: z.string() }).partial(),
  /** The application that sent it, and the documents that it uploaded with it. */
  SentBy: Person.optional(),
  DocumentIds: z.array(z.string()).optional(),
  /** The people whose draft it was before. */
  TakenFrom: z.array(z.string()).optional(),
  ttl: z.number().int(),
});
export type StoredDraft = z.infer<typeof StoredDraft>;
export const draftKind = declareRecord({
  type: 'draft',
  schema: StoredDraft,
  holds: 'what someone has typed and not saved, sealed as a whole',
  levels: ['numbers', 'patient'],
  partitions: ['agency'],
  retention: {
    kept: `${days(keptSeconds.draft)} after the last change, and ${days(keptSeconds.sentDraft)} if no one has opened it`,
    ttl: [keptSeconds.draft, keptSeconds.sentDraft, keptSeconds.removedDraft],
  },
  boundedBy: 'time',
  ...standalone,
  sealed: ['Sealed'],
});

/** Drafts of referrals in an agency. A removed one is known by its expiry, which is indexed: what is sealed is not. */
export const begunReferrals = select(draftKind, {
  where: { Form: 'new-referral', ttl: above(keptSeconds.removedDraft) },
});

export const draftIdOf = (key: string) => `draft-${key}`;

/** People who record referrals may continue what an application sent, and take over what a colleague has begun. */
export const mayOpenDraft = ({ UserId }: Pick<StoredDraft, 'UserId'>, { person, roles }: Caller): boolean =>
  UserId === person.Id || (UserId === '' && mayDo(roles, 'referrals.edit'));

export const draftPlace = ({ businessDomainId }: Pick<Caller, 'businessDomainId'>, id: string) => ({
  partition: `d:${businessDomainId}`,
  type: draftKind.type,
  id,
  field: 'Values',
});

/** A removed draft stays empty for a minute, so that a save still on its way does not bring it back. */
export const removedDraft = (draft: Omit<StoredDraft, 'Sealed' | 'ttl'>): StoredDraft => ({
  ...draft,
  Sealed: {},
  ttl: keptSeconds.removedDraft,
});
