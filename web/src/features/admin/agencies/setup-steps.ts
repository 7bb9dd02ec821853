import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@handoff/shared/domain/access/role';
import { type SetupStep, statesWithoutAddresses } from '@handoff/shared/domain/agency/setup';
import type { Setup } from './setup-page.tsx';

export interface StepWords {
  title: string;
  /** The expected time for the step. */
  time: string;
  text: (setup: Setup) => string;
  action: string;
  link: (setup: Setup) => LinkProps;
  /** The permission for the step. */
  needs: Permission;
  /** Done by a person who works in the agency. */
  isOfAgency: boolean;
  /** Names the role that does it, for people who cannot. */
  by: string;
  /** A second place to do it, for people who work in the agency. */
  alsoThere?: { link: LinkProps; needs: Permission };
}

const byManager = { needs: 'parties.edit', isOfAgency: true, by: 'by a manager' } as const;
const byAdministrator = { isOfAgency: false, by: 'by an administrator' } as const;
const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const agencyForm = ({ BusinessDomainInfo: { Id } }: Setup): LinkProps => ({
  to: '/admin/agencies',
  search: { edit: Id },
});

export const stepWords: Record<SetupStep, StepWords> = {
  people: {
    title: 'People',
    time: 'about 2 min',
    text: ({ People, Managers }) =>
      People === 0
        ? 'No one works here yet. Give access to a manager and to intake staff.'
        : `${count(People, 'person', 'people')}, ${count(Managers, 'manager')}.`,
    action: 'Give access',
    link: () => ({ to: '/admin/users' }),
    needs: 'users.manage',
    ...byAdministrator,
  },
  lists: {
    title: 'Statuses and reasons',
    time: 'about 2 min',
    text: ({ Statuses, DeclineReasons }) =>
      `${count(Statuses, 'status', 'statuses')}, ${count(DeclineReasons, 'decline reason')}.`,
    action: 'Set up the lists',
    link: () => ({ to: '/admin/settings' }),
    ...byManager,
    needs: 'lists.edit',
  },
  serviceAreas: {
    title: 'Service areas',
    time: 'about 3 min',
    text: ({ ServiceAreas }) =>
      ServiceAreas === 0
        ? 'By county, by a list of ZIP codes, or whole states. Without them the area check says “not known”.'
        : `${count(ServiceAreas, 'area')}.`,
    action: 'Add the first area',
    link: () => ({ to: '/service-areas' }),
    ...byManager,
  },
  payers: {
    title: 'Payers',
    time: 'about 5 min',
    text: ({ Payers }) =>
      Payers === 0
        ? 'Who pays, in which states and until when. Without them the payer check says “not known”.'
        : `${count(Payers, 'contracted payer')}.`,
    action: 'Add payers',
    link: () => ({ to: '/payers' }),
    ...byManager,
  },
  addresses: {
    title: 'Address files',
    time: 'about 1 min',
    text: addressesText,
    action: 'Import a state file',
    link: (setup) => (setup.States.length === 0 ? agencyForm(setup) : { to: '/admin/imports' }),
    needs: 'imports.manage',
    ...byAdministrator,
  },
  npi: {
    title: 'NPI',
    time: 'about 1 min',
    text: ({ Npis }) =>
      Npis === 0
        ? 'Medicare eligibility checks need an NPI.'
        : `${count(Npis, 'NPI')}. The first is used for Medicare checks.`,
    action: 'Enter the NPI',
    link: agencyForm,
    needs: 'agencies.manage',
    alsoThere: { link: { to: '/eligibility/settings' }, needs: 'lists.edit' },
    ...byAdministrator,
  },
  firstReferral: {
    title: 'First referral',
    time: 'about 3 min',
    text: ({ HasReferral }) =>
      HasReferral
        ? 'Referrals are coming in.'
        : 'Record your first referral to see everything work together.',
    action: 'New referral',
    link: () => ({ to: '/referrals/new' }),
    needs: 'referrals.edit',
    isOfAgency: true,
    by: 'by intake staff',
  },
};

function addressesText(setup: Setup): string {
  const missing = statesWithoutAddresses(setup);
  if (setup.States.length === 0)
    return 'Say in which states the agency works, then import their address files.';
  if (missing.length === 0) return `${setup.StatesWithAddresses.join(', ')} imported.`;
  return `${missing.join(', ')} not imported yet. Until then addresses are typed freely.`;
}
