import { Button, Menu } from '@mantine/core';
import { IconCircleDot, IconGavel, IconShieldCheck, IconUser } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { InputOf } from '../../../../data/send/request.ts';
import { useApi } from '../../../../data/use-api.ts';
import { useMay } from '../../../../data/current-person.ts';
import { formatCount } from '../../../../text/format.ts';
import { KeyOn } from '../../../../ui/key-hints.tsx';
import type { ShortcutName } from '../../../../ui/shortcuts.ts';
import { useSettings } from '../../../../data/use-settings.ts';
import { patientName } from '../../referral-cells.tsx';
import type { RowWithFit } from '../../rows-with-fits.ts';
import { BulkResults } from './bulk-results.tsx';
import { type BulkRun, createBulkRun } from './bulk-run.ts';
import styles from './bulk.module.css';

type Change = Omit<InputOf<typeof referralsApi.update>['body'], 'Id'>;
export type BulkMenu = 'assign' | 'status' | 'decision';

/** Actions on the selected rows, for the keys of the table and the buttons below it. */
export interface BulkActions {
  selected: readonly ReferralRow[];
  onMenu: (menu: BulkMenu | undefined) => void;
  onCheck: () => void;
  onClear: () => void;
}

interface SelectionBarProps extends BulkActions {
  selected: readonly RowWithFit[];
  /** The open menu. */
  menu: BulkMenu | undefined;
  /** Called after rows were changed. */
  onFinished: () => void;
}

interface Started {
  title: string;
  run: BulkRun;
  names: ReadonlyMap<string, string>;
}

/** Actions on the selected rows, with the outcome of each row. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, menu, onMenu, onCheck, onClear, onFinished } = props;
  const mayCheck = useMay('eligibility.check');
  const { client, domain } = useApi();
  const [started, setStarted] = useState<Started | undefined>();
  const count = selected.length;
  function start(title: string, change: Change) {
    const run = createBulkRun(
      selected.map(({ Id }) => Id),
      (Id, key) => client.call(referralsApi.update, { body: { Id, ...change } }, { key, domain }),
    );
    setStarted({ title, run, names: new Map(selected.map((row) => [row.Id, patientName(row)])) });
    void run.start().then(onFinished);
  }

  if (started)
    return (
      <BulkResults
        {...started}
        onAgain={() => void started.run.start().then(onFinished)}
        onClose={() => {
          setStarted(undefined);
          onClear();
        }}
      />
    );
  if (count === 0) return null;
  return (
    <section aria-label="Selected referrals" className={styles['bar']}>
      <output className={styles['count']}>{formatCount(count)} selected</output>
      <ChoiceMenu
        name="assign"
        label="Assign"
        icon={<IconUser size={16} />}
        shortcut="assign"
        {...{ menu, onMenu }}
      >
        <Owners onChoose={(OwnerId, name) => start(`Assign to ${name}`, { OwnerId })} />
      </ChoiceMenu>
      <ChoiceMenu
        name="status"
        label="Status"
        icon={<IconCircleDot size={16} />}
        shortcut="status"
        {...{ menu, onMenu }}
      >
        <Statuses onChoose={(StatusId, name) => start(`Set to ${name}`, { StatusId })} />
      </ChoiceMenu>
      <ChoiceMenu name="decision" label="Decision" icon={<IconGavel size={16} />} {...{ menu, onMenu }}>
        <Decisions onChoose={(Decision, title) => start(title, { Decision })} />
      </ChoiceMenu>
      {mayCheck && (
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden="true" />}
          onClick={onCheck}
        >
          Check eligibility <KeyOn of="check" />
        </Button>
      )}
      <Button variant="subtle" className={styles['clear'] ?? ''} onClick={onClear}>
        Clear <KeyOn of="clear" />
      </Button>
    </section>
  );
}

interface ChoiceMenuProps extends Pick<SelectionBarProps, 'menu' | 'onMenu'> {
  name: BulkMenu;
  label: string;
  icon: ReactNode;
  shortcut?: ShortcutName;
  children: ReactNode;
}

function ChoiceMenu({ name, label, icon, shortcut, menu, onMenu, children }: ChoiceMenuProps) {
  return (
    <Menu
      position="top-start"
      width={230}
      opened={menu === name}
      onChange={(isOpen) => onMenu(isOpen ? name : undefined)}
    >
      <Menu.Target>
        <Button variant="default" leftSection={<span aria-hidden="true">{icon}</span>}>
          {label} {shortcut && <KeyOn of={shortcut} />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles['menu'] ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  );
}

function Owners({ onChoose }: { onChoose: (id: string | null, name: string) => void }) {
  const { people } = useSettings();
  return (
    <>
      {people.map(({ Id, FullName }) => (
        <Menu.Item key={Id} onClick={() => onChoose(Id, FullName)}>
          {FullName}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => onChoose(null, 'no one')}>No one</Menu.Item>
    </>
  );
}

function Statuses({ onChoose }: { onChoose: (id: string, name: string) => void }) {
  const { offered } = useSettings();
  return offered.statuses().map(({ Id, Name }) => (
    <Menu.Item key={Id} onClick={() => onChoose(Id, Name)}>
      {Name}
    </Menu.Item>
  ));
}

function Decisions({
  onChoose,
}: {
  onChoose: (decision: NonNullable<Change['Decision']>, title: string) => void;
}) {
  const reasons = useSettings().reading.data?.SettingsDeclineReasonsInfo ?? [];
  return (
    <>
      <Menu.Item onClick={() => onChoose({ Kind: 'Accepted', Reason: '', Comment: '' }, 'Accept')}>
        Accept
      </Menu.Item>
      <Menu.Item onClick={() => onChoose({ Kind: 'Pending', Reason: '', Comment: '' }, 'Reopen')}>
        Reopen
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>Decline because of</Menu.Label>
      {reasons.filter(isOffered).map(({ Id, Name }) => (
        <Menu.Item
          key={Id}
          onClick={() => onChoose({ Kind: 'Declined', Reason: Id, Comment: '' }, `Decline: ${Name}`)}
        >
          {Name}
        </Menu.Item>
      ))}
    </>
  );
}
