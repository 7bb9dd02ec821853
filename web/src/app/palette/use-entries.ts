import {
  IconArrowsExchange,
  IconInbox,
  IconLogout,
  IconMessage,
  IconPencil,
  IconPlus,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { ageOf } from '../../text/format.ts';
import { useCurrentPerson, useMay } from '../../data/current-person.ts';
import { useRead } from '../../data/records/use-read.ts';
import { useDomainSwitch } from '../shell/domain-switch.tsx';
import { mayOpen } from '../router/page.tsx';
import type { Entry, EntryGroup } from './entries.ts';

const MIN_LETTERS = 2;

/** The matches of the text, in groups; without text, everything that can be opened. */
export function useEntries(text: string): { groups: EntryGroup[]; isSearching: boolean } {
  const found = useReferrals(text);
  const pages = usePageEntries().filter(matching(text));
  const actions = useActionEntries().filter(matching(text));
  const { first } = found;
  const groups = [
    { name: 'Referrals', entries: found.entries },
    { name: first ? nameOf(first.Patient) : '', entries: useReferralActions(first) },
    { name: 'Pages', entries: pages },
    { name: 'Actions', entries: actions },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching: found.isSearching };
}

interface Found {
  entries: Entry[];
  first: ReferralRow | undefined;
  isSearching: boolean;
}

const matching =
  (text: string) =>
  ({ title }: Entry) =>
    title.toLowerCase().includes(text.toLowerCase());

function useReferrals(text: string): Found {
  const mayRead = useMay('referrals.read');
  const { domain } = useCurrentPerson();
  const isAsked = mayRead && text.length >= MIN_LETTERS;
  const answer = useRead(
    referralsApi.search,
    isAsked ? { body: { Text: text, Fields: ['Patient'], PageSize: 6 } } : null,
  );
  const found = isAsked ? (answer.data?.ReferralInfo ?? []) : [];
  const entries = found.map(({ Id, Patient, Address }) => ({
    id: Id,
    title: nameOf(Patient),
    detail: [ageOf(Patient.DateOfBirth), Address.ZipCode].filter((part) => part !== '').join(' · '),
    icon: IconInbox,
    href: hrefOf(`/referrals/${Id}`, { domain: domain?.Id }),
  }));
  return { entries, first: found[0], isSearching: isAsked && answer.isLoading };
}

const nameOf = ({ LastName, FirstName }: ReferralRow['Patient']) =>
  [LastName, FirstName].filter((text) => text !== '').join(', ');

function hrefOf(path: string, search: Record<string, string | undefined>): string {
  const named = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named)}`;
}

/** Actions on the first referral found. */
function useReferralActions(referral: ReferralRow | undefined): Entry[] {
  const { domain } = useCurrentPerson();
  const [mayNote, mayEdit, mayCheck] = [
    useMay('notes.write'),
    useMay('referrals.edit'),
    useMay('eligibility.check'),
  ];
  if (!referral) return [];
  const { Id } = referral;
  const entry = (may: boolean, id: string, rest: Omit<Entry & { href: string }, 'id'>): Entry[] =>
    may ? [{ id: `${id}-${Id}`, ...rest }] : [];
  return [
    ...entry(mayNote, 'note', {
      title: 'Add a note',
      icon: IconMessage,
      href: hrefOf(`/referrals/${Id}`, { tab: 'notes', domain: domain?.Id }),
    }),
    ...entry(mayCheck, 'check', {
      title: 'Check eligibility',
      icon: IconShieldCheck,
      href: hrefOf('/eligibility', { referral: Id, domain: domain?.Id }),
    }),
    ...entry(mayEdit, 'edit', {
      title: 'Edit the referral',
      icon: IconPencil,
      href: hrefOf(`/referrals/${Id}/edit`, { domain: domain?.Id }),
    }),
  ];
}

function usePageEntries(): Entry[] {
  const person = useCurrentPerson();
  // Read from the router instead of pages.ts, because the pages are shown inside the frame that the palette belongs to.
  const { routesByPath } = useRouter();
  return Object.values(routesByPath).flatMap(({ fullPath, options: { staticData } }): Entry[] => {
    const described = staticData?.page;
    if (!described?.icon || !mayOpen(person, described)) return [];
    return [
      { id: fullPath.replaceAll('/', '-'), title: described.title, icon: described.icon, href: fullPath },
    ];
  });
}

function useActionEntries(): Entry[] {
  const { domain, domains, signOut } = useCurrentPerson();
  const { run: switchTo } = useDomainSwitch();
  const [mayEdit, mayCheck] = [useMay('referrals.edit'), useMay('eligibility.check')];
  const take: Entry = { id: 'new-referral', title: 'New referral', icon: IconPlus, href: '/referrals/new' };
  const check: Entry = {
    id: 'check',
    title: 'Check eligibility',
    icon: IconShieldCheck,
    href: '/eligibility',
  };
  return [
    ...(mayEdit ? [take] : []),
    ...(mayCheck ? [check] : []),
    ...domains
      .filter(({ Id }) => Id !== domain?.Id)
      .map(({ Id, Name }) => ({
        id: `switch-${Id}`,
        title: `Switch to ${Name}`,
        icon: IconArrowsExchange,
        run: () => void switchTo(Id),
      })),
    { id: 'sign-out', title: 'Sign out', icon: IconLogout, run: signOut },
  ];
}
