import { ActionIcon, Button } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Link, Outlet, useMatches, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { EmptyState } from '../../ui/feedback/page-states.tsx';
import { type CurrentPerson, type MyBusinessDomain, useCurrentPerson } from '../../data/current-person.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { ConnectionLight } from './connection-light.tsx';
import { DomainSwitch, useDomainSwitch } from './domain-switch.tsx';
import { NotificationMenu } from './notification-menu.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Rail } from './rail.tsx';
import { SchemeMenu } from './scheme-menu.tsx';
import styles from './shell.module.css';

const PhoneBar = lazy(async () => ({ default: (await import('./phone-bar.tsx')).PhoneBar }));
const PhoneMenu = lazy(async () => ({ default: (await import('./phone-menu.tsx')).PhoneMenu }));

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** The frame around every page of a signed-in person. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [wasMenuOpened, setMenuOpened] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const isNowhere = useIsNowhere();
  const pageTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.title });
  const title = isNowhere ? 'Page not found' : pageTitle;
  useEffect(() => {
    document.title = title === undefined ? 'Handoff' : `${title} · Handoff`;
  }, [title]);
  const navigate = useNavigate();
  usePageKeys({
    help: () => setShowsKeys(true),
    create(event) {
      // Otherwise the letter would be typed into the first field.
      event.preventDefault();
      if (location.pathname !== '/referrals/new') void navigate({ to: '/referrals/new', search: {} });
    },
  });
  return (
    <div className={styles['app']}>
      <a className={styles['skipLink']} href="#main">
        Skip to the page
      </a>
      <aside className={styles['rail']}>
        <Rail />
      </aside>
      <header className={styles['top']}>
        <DomainSwitch />
        <PaletteButton />
        <span className={styles['space']} />
        <ConnectionLight />
        <NotificationMenu />
        <span className={styles['wide']}>
          <SchemeMenu />
          <HelpLink />
        </span>
        <PersonMenu />
      </header>
      <main id="main" className={styles['main']} tabIndex={-1}>
        <PageOfDomain />
      </main>
      <Suspense>
        <PhoneBar
          onMore={() => {
            setMenuOpen(true);
            setMenuOpened(true);
          }}
        />
      </Suspense>
      <Suspense>
        {/* Stays mounted after the first opening, so that closing is animated too. */}
        {wasMenuOpened && <PhoneMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />}
      </Suspense>
      <Suspense>{showsKeys && <ShortcutsDialog onClose={() => setShowsKeys(false)} />}</Suspense>
    </div>
  );
}

function HelpLink() {
  return (
    <ActionIcon size="lg" aria-label="Help" renderRoot={(props) => <Link {...props} to="/help" />}>
      <IconHelp size={20} />
    </ActionIcon>
  );
}

/** True for an unknown address: only the root route matches. */
const useIsNowhere = () => useMatches({ select: (matches) => matches.length === 1 });

/** A link names its business domain, because another domain would not find its record. */
function PageOfDomain() {
  const person = useCurrentPerson();
  const { domain: wanted } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const current = person.domain?.Id;
  const isNowhere = useIsNowhere();

  useEffect(() => {
    if (wanted === undefined && current !== undefined && !isNowhere)
      void navigate({ to: '.', search: (search) => ({ ...search, domain: current }), replace: true });
  }, [wanted, current, isNowhere, navigate]);

  if (wanted === undefined || current === undefined || wanted === current) return <Outlet />;
  const other = person.domains.find(({ Id }) => Id === wanted);
  return other ? <OfferSwitch other={other} person={person} /> : <UnknownDomain />;
}

function OfferSwitch({ other, person }: { other: MyBusinessDomain; person: CurrentPerson }) {
  const domainSwitch = useDomainSwitch();
  return (
    <EmptyState
      title={`This link belongs to ${other.Name}`}
      actions={
        <Button
          variant="filled"
          loading={domainSwitch.isPending}
          onClick={() => void domainSwitch.run(other.Id)}
        >
          Switch to {other.Name}
        </Button>
      }
    >
      You are working in {person.domain?.Name}. Switching changes all of your tabs.
    </EmptyState>
  );
}

function UnknownDomain() {
  const navigate = useNavigate();
  const { domain } = useCurrentPerson();
  const toWorklist = () => navigate({ to: '/referrals', search: { domain: domain?.Id } });
  return (
    <EmptyState
      title="Not found"
      actions={<Button onClick={() => void toWorklist()}>Go to referrals</Button>}
    >
      There is no such page in the agencies you work for.
    </EmptyState>
  );
}
