import { Button, Menu } from '@mantine/core';
import { IconCircleDot, IconGavel, IconShieldCheck, IconUser } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import { type ConfiguredStatus, isOffered } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { asCallError } from '../../../../data/send/call-error.ts';
import { queue } from '../../../../data/send/queue.ts';
import type { InputOf } from '../../../../data/send/request.ts';
import { useApi } from '../../../../data/use-api.ts';
import { useCurrentPerson, useMay } from '../../../../data/current-person.ts';
import { KeyOn } from '../../../../ui/key-hints.tsx';
import type { ShortcutName } from '../../../../ui/shortcuts.ts';
import { SelectionDock } from '../../../../ui/table/selection-dock.tsx';
import { useSettings } from '../../../../data/use-settings.ts';
import { statusChange } from '../../edit/status-change.ts';
import { patientName } from '../../referral-cells.tsx';
import type { RowWithFit } from '../../rows-with-fits.ts';
import { BulkResults } from './bulk-results.tsx';
import { type BulkRun, createBulkRun } from './bulk-run.ts';
import styles from './bulk.module.css';

type Change = Omit<InputOf<typeof referralsApi.update>['body'], 'Id'>;
type ChangeOf = (row: ReferralRow) => Change;
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
  /** Gives the rows that were changed what they had before; undefined where that is not possible. */
  undo: (() => void) | undefined;
  names: ReadonlyMap<string, string>;
}

/** Actions on the selected rows, with the outcome of each row. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, menu, onMenu, onCheck, onClear, onFinished } = props;
  const mayCheck = useMay('eligibility.check');
  const sendRow = useSendRow();
  const [started, setStarted] = useState<Started | undefined>();
  const count = selected.length;
  function start(title: string, change: ChangeOf, former?: ChangeOf) {
    const rows = new Map(selected.map((row) => [row.Id, row]));
    const sending = (ids: readonly string[], changeOf: ChangeOf) =>
      createBulkRun(ids, async (Id, key) => {
        const row = rows.get(Id);
        if (row) await sendRow(row, { key, change: changeOf(row) });
      });
    const show = (shownTitle: string, run: BulkRun, undo?: () => void) => {
      setStarted({
        title: shownTitle,
        run,
        undo,
        names: new Map([...rows].map(([id, row]) => [id, patientName(row)])),
      });
      void run.start().then(onFinished);
    };
    const run = sending([...rows.keys()], change);
    show(
      title,
      run,
      former &&
        (() => {
          const done = [...run.outcomes()].flatMap(([id, { is }]) => (is === 'done' ? [id] : []));
          show(`Undo: ${title}`, sending(done, former));
        }),
    );
  }

  if (started)
    return (
      <BulkResults
        {...started}
        onAgain={() => void started.run.start().then(onFinished)}
        {...(started.undo && { onUndo: started.undo })}
        onClose={() => {
          setStarted(undefined);
          onClear();
        }}
      />
    );
  if (count === 0) return null;
  return (
    <SelectionDock label="Selected referrals" {...{ count, onClear }}>
      <ChoiceMenu
        name="assign"
        label="Assign"
        icon={<IconUser size={16} />}
        shortcut="assign"
        {...{ menu, onMenu }}
      >
        <Owners
          onChoose={(OwnerId, name) =>
            start(
              `Assign to ${name}`,
              () => ({ OwnerId }),
              ({ Owner }) => ({ OwnerId: Owner?.Id ?? null }),
            )
          }
        />
      </ChoiceMenu>
      <ChoiceMenu
        name="status"
        label="Status"
        icon={<IconCircleDot size={16} />}
        shortcut="status"
        {...{ menu, onMenu }}
      >
        <Statuses
          onChoose={(status) =>
            status.Decision === 'Declined'
              ? onMenu('decision')
              : start(
                  `Set to ${status.Name}`,
                  (row) => statusChange(status, row.Decision),
                  (row) => formerStatus(row, status),
                )
          }
        />
      </ChoiceMenu>
      <ChoiceMenu name="decision" label="Decision" icon={<IconGavel size={16} />} {...{ menu, onMenu }}>
        <Decisions onChoose={(Decision, title) => start(title, () => ({ Decision }))} />
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
    </SelectionDock>
  );
}

/** Undoes the decision only where it came with the status: a row does not have its comment. */
function formerStatus({ StatusId, Decision }: ReferralRow, status: ConfiguredStatus): Change {
  const { Kind, Reason } = Decision;
  return 'Decision' in statusChange(status, Decision)
    ? { StatusId, Decision: { Kind, Reason } }
    : { StatusId };
}

/**
 * Sends the change of a row in the turn of its record, on the version that the person saw or made. What someone else
 * changed meanwhile is refused, and trying again is on the version that the refusal came with.
 */
function useSendRow() {
  const { client, domain, records } = useApi();
  const [bodies] = useState(() => new Map<string, Change & { Id: string }>());
  const [newer] = useState(() => new Map<string, string>());
  return ({ Id, Etag }: ReferralRow, { key, change }: { key: string; change: Change }) =>
    queue.enter({
      lane: Id,
      wish: key,
      async run(place) {
        const seen = newer.get(Id) ?? Etag;
        // A repeat under one key is the same request.
        const body = bodies.get(key) ?? { Id, Etag: records.ownSince(seen)?.etag ?? seen, ...change };
        bodies.set(key, body);
        try {
          await client.call(referralsApi.update, { body }, { key, domain, ...(place && { place }) });
        } catch (thrown) {
          const current = Versioned.safeParse(asCallError(thrown).current).data;
          if (current) newer.set(Id, current.Etag);
          throw thrown;
        }
      },
    });
}

const Versioned = z.object({ Etag: z.string() });

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
  const me = useCurrentPerson().id;
  const meFirst = people.toSorted((one, other) => Number(other.Id === me) - Number(one.Id === me));
  return (
    <>
      {meFirst.map(({ Id, FullName }) => (
        <Menu.Item key={Id} onClick={() => onChoose(Id, FullName)}>
          {Id === me ? `${FullName} (me)` : FullName}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => onChoose(null, 'no one')}>No one</Menu.Item>
    </>
  );
}

function Statuses({ onChoose }: { onChoose: (status: ConfiguredStatus) => void }) {
  const { offered } = useSettings();
  return offered.statuses().map((status) => (
    <Menu.Item key={status.Id} onClick={() => onChoose(status)}>
      {status.Decision === 'Declined' ? `${status.Name}…` : status.Name}
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
