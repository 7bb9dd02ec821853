import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { usersApi } from '@handoff/shared/contract/people/users';
import { type MyBusinessDomain, useCurrentPerson } from '../../data/current-person.ts';
import { mayLeaveWork } from '../../ui/form/unsaved-work.ts';
import { showFailure, useAction } from '../../data/send/outbox.ts';
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx';
import { DomainMark } from '../../ui/status-mark.tsx';
import styles from './shell.module.css';

export function useDomainSwitch() {
  const person = useCurrentPerson();
  const action = useAction(usersApi.switchBusinessDomain, {
    showsFailure: true,
    onSuccess: person.domainSwitched,
  });
  return {
    isPending: action.isPending,
    run: async (BusinessDomainId: string) => {
      if (!(await mayLeaveWork())) return;
      const outcome = await action.run({ body: { BusinessDomainId } });
      if (!outcome.ok) showFailure(outcome.failure, 'An error occurred during bussiness domain switching.');
    },
  };
}

/** Shows which agency's data this is, and switches to another agency of the same person. */
export function DomainSwitch() {
  const { domain, domains } = useCurrentPerson();
  const { run, isPending } = useDomainSwitch();
  if (!domain) return null;
  if (domains.length < 2)
    return (
      <span className={`strong ${styles['opener']}`}>
        <DomainName domain={domain} />
      </span>
    );
  return (
    <Menu
      position="bottom-start"
      width={212}
      renderButton={(opener) => (
        <UnstyledButton
          {...opener}
          className={`strong ${styles['opener']} ${styles['pressed']}`}
          aria-label={`${domain.Name}, switch agency`}
          aria-busy={isPending}
        >
          <DomainName domain={domain} />
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      )}
    >
      <MenuLabel>Work in</MenuLabel>
      {domains.map((each) => (
        <MenuItem
          key={each.Id}
          isCurrent={each.Id === domain.Id}
          onClick={() => (each.Id === domain.Id ? undefined : void run(each.Id))}
          icon={<DomainMark color={each.Color} />}
          end={
            each.Id === domain.Id ? (
              <IconCheck size={16} aria-hidden="true" />
            ) : (
              <span className="soft small">{each.RoleWithinAgency}</span>
            )
          }
        >
          {each.Name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function DomainName({ domain }: { domain: MyBusinessDomain }) {
  return (
    <>
      <DomainMark color={domain.Color} />
      <span className="cut">{domain.Name}</span>
    </>
  );
}
