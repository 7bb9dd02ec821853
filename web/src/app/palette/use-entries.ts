import { IconArrowsExchange, IconInbox, IconLogout, IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import { yearsSince } from '../../lib/format/format.ts';
import { useCurrentPerson, useMay } from '../../lib/current-person.ts';
import { useRead } from '../../lib/api/use-read.ts';
import { useDomainSwitch } from '../shell/domain-switch.tsx';
import { mayOpen } from '../router/page.tsx';
import type { Entry, EntryGroup } from './entries.ts';

const LEAST_LETTERS = 2;

/** What the text finds, in groups; everything there is to open while nothing is typed. */
export function useEntries(text: string): { groups: EntryGroup[]; isSearching: boolean } {
  const found = useReferrals(text);
  const pages = usePageEntries().filter(matching(text));
  const actions = useActionEntries().filter(matching(text));
  const groups = [
    { name: 'Referrals', entries: found.entries },
    { name: 'Pages', entries: pages },
    { name: 'Actions', entries: actions },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching: found.isSearching };
}

const matching =
  (text: string) =>
  ({ title }: Entry) =>
    title.toLowerCase().includes(text.toLowerCase());

function useReferrals(text: string): { entries: Entry[]; isSearching: boolean } {
  const mayRead = useMay('referrals.read');
  const { domain } = useCurrentPerson();
  const isAsked = mayRead && text.length >= LEAST_LETTERS;
  const answer = useRead(
    api.referrals.search,
    isAsked ? { body: { Text: text, Fields: ['Patient'], PageSize: 6 } } : null,
  );
  const entries = (isAsked ? (answer.data?.ReferralInfo ?? []) : []).map(({ Id, Patient, Address }) => ({
    id: Id,
    title: `${Patient.LastName}, ${Patient.FirstName}`,
    detail: `${yearsSince(Patient.DateOfBirth)} · ${Address.ZipCode}`,
    icon: IconInbox,
    href: `/referrals/${Id}${domain ? `?domain=${domain.Id}` : ''}`,
  }));
  return { entries, isSearching: isAsked && answer.isLoading };
}

function usePageEntries(): Entry[] {
  const person = useCurrentPerson();
  // Of the router, not of pages.ts: the palette is part of the frame that the pages are shown in.
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
