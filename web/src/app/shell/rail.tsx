import { Link, useMatches } from '@tanstack/react-router';
import { Fragment, Suspense } from 'react';
import { useCurrentPerson } from '../../data/current-person.ts';
import { areas, describedIn, mayOpen } from '../router/page.tsx';
import { pages } from '../router/pages.ts';
import styles from './shell.module.css';

/** The pages in the rail that this person may open. */
export function Rail({ onFollow }: { onFollow?: () => void }) {
  const person = useCurrentPerson();
  const current = useCurrentEntry();
  return (
    <nav aria-label="Areas" className={styles['nav']}>
      <div className={styles['brand']}>
        <img src="/handoff.svg" alt="" width="24" height="24" />
        <span>Handoff</span>
      </div>
      {areas.map((area) => (
        <ul key={area}>
          {pages.map((page) => {
            // `path` has no leading slash and would be relative to the open page.
            const { fullPath } = page;
            const described = describedIn(page);
            if (!described?.icon || described.area !== area || !mayOpen(person, described)) return null;
            const { icon: Icon, title, badge: Badge, inRail: InRail = Fragment } = described;
            return (
              <Suspense key={fullPath}>
                <InRail>
                  <li>
                    <Link
                      to={fullPath}
                      search={{}}
                      onClick={onFollow}
                      activeOptions={exactly}
                      {...(current === fullPath && { 'aria-current': 'page' as const })}
                    >
                      <Icon size={16} aria-hidden="true" /> {title} {Badge && <Badge />}
                    </Link>
                  </li>
                </InRail>
              </Suspense>
            );
          })}
        </ul>
      ))}
    </nav>
  );
}

const exactly = { exact: true };

/** The rail entry of the open page: the longest one that its path begins with. */
function useCurrentEntry(): string | undefined {
  return useMatches({
    select: (matches) => {
      const open = matches.at(-1);
      const path = open?.staticData.page?.within ?? open?.fullPath ?? '';
      return pages
        .filter((page) => describedIn(page)?.icon !== undefined)
        .map(({ fullPath }) => fullPath)
        .filter((each) => path === each || path.startsWith(`${each}/`))
        .toSorted((a, b) => b.length - a.length)[0];
    },
  });
}
