import { IconBell, IconDots, IconInbox, IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../data/current-person.ts';
import styles from './shell.module.css';

/** The pages that a phone needs most, within reach of a thumb. */
export function PhoneBar({ onMore }: { onMore: () => void }) {
  const [mayRead, mayCheck, mayEdit] = [
    useMay('referrals.read'),
    useMay('eligibility.check'),
    useMay('referrals.edit'),
  ];
  const pages = [
    { to: '/referrals', name: 'Referrals', icon: IconInbox, isShown: mayRead },
    { to: '/eligibility', name: 'Eligibility', icon: IconShieldCheck, isShown: mayCheck },
    { to: '/referrals/new', name: 'New', icon: IconPlus, isShown: mayEdit },
    { to: '/notifications', name: 'Inbox', icon: IconBell, isShown: true },
  ] as const;
  return (
    <nav aria-label="Main pages" className={styles['bottom']}>
      {pages.map(
        ({ to, name, icon: Icon, isShown }) =>
          isShown && (
            <Link key={to} to={to} search={{}} activeOptions={{ exact: true, includeSearch: false }}>
              <Icon size={20} aria-hidden="true" /> {name}
            </Link>
          ),
      )}
      <button type="button" onClick={onMore}>
        <IconDots size={20} aria-hidden="true" /> More
      </button>
    </nav>
  );
}
