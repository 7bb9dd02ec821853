import { Button } from '@mantine/core';
import { IconCircleDot, IconGavel, IconShieldCheck, IconUser } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type ConfiguredStatus, isOffered } from '@handoff/shared/domain/agency/list-settings';
import type { Decision, ReferralRow } from '@handoff/shared/domain/referral/referral';
import { useCurrentPerson, useMay } from '../../../../data/current-person.ts';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../../../../ui/menu.tsx';
import { KeyOn } from '../../../../ui/key-hints.tsx';
import type { ShortcutName } from '../../../../ui/shortcuts.ts';
import { SelectionDock } from '../../../../ui/table/selection-dock.tsx';
import { useSettings } from '../../../../data/use-settings.ts';
import { acceptsWith, formerDecision, useDecide } from '../../decision/decide.ts';
import { patientName } from '../../referral-cells.tsx';
import type { RowWithFit } from '../../referral-list.ts';
import { BulkResults } from './bulk-results.tsx';
import { type BulkRun, createBulkRun } from './bulk-run.ts';
import { type Change, useSendRow } from './send-row.ts';

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

/** Each referral keeps the agency to which its patient was sent instead. */
type BulkDecision = Omit<Decision, 'HandedTo'>;

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
  const { decide, decideByStatus } = useDecide();
  const [started, setStarted] = useState<Started | undefined>();
  const count = selected.length;
  function start(title: string, change: ChangeOf, former?: ChangeOf) {
    // The results take the place of the menu, which then cannot say that it closed.
    onMenu(undefined);
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

  async function setStatus(status: ConfiguredStatus) {
    const editOf = await decideByStatus(status, selected);
    if (editOf) start(`Set to ${status.Name}`, editOf, (row) => formerStatus(row, status));
  }

  async function setDecision(decision: BulkDecision, title: string) {
    const made = await decide({ referrals: selected, decision });
    if (made) start(title, () => ({ Decision: made }));
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
            status.Decision === 'Declined' ? onMenu('decision') : void setStatus(status)
          }
        />
      </ChoiceMenu>
      <ChoiceMenu name="decision" label="Decision" icon={<IconGavel size={16} />} {...{ menu, onMenu }}>
        <Decisions onChoose={(decision, title) => void setDecision(decision, title)} />
      </ChoiceMenu>
      {mayCheck && (
        <Button leftSection={<IconShieldCheck size={16} aria-hidden="true" />} onClick={onCheck}>
          Check eligibility <KeyOn of="check" />
        </Button>
      )}
    </SelectionDock>
  );
}

/** Undoes the decision only where it came with the status: a row does not have its comment. */
function formerStatus(row: ReferralRow, status: ConfiguredStatus): Change {
  const { StatusId } = row;
  return acceptsWith(status, row.Decision) ? { StatusId, Decision: formerDecision(row) } : { StatusId };
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
      width={188}
      isOpen={menu === name}
      onToggle={(isOpen) => {
        // A choice may have opened another menu meanwhile.
        if (isOpen || menu === name) onMenu(isOpen ? name : undefined);
      }}
      renderButton={(opener) => (
        <Button {...opener} leftSection={<span aria-hidden="true">{icon}</span>}>
          {label} {shortcut && <KeyOn of={shortcut} />}
        </Button>
      )}
    >
      {children}
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
        <MenuItem key={Id} onClick={() => onChoose(Id, FullName)}>
          {Id === me ? `${FullName} (me)` : FullName}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem onClick={() => onChoose(null, 'no one')}>No one</MenuItem>
    </>
  );
}

function Statuses({ onChoose }: { onChoose: (status: ConfiguredStatus) => void }) {
  const { offered } = useSettings();
  return offered.statuses().map((status) => (
    <MenuItem key={status.Id} onClick={() => onChoose(status)}>
      {status.Decision === 'Declined' ? `${status.Name}…` : status.Name}
    </MenuItem>
  ));
}

function Decisions({ onChoose }: { onChoose: (decision: BulkDecision, title: string) => void }) {
  const reasons = useSettings().reading.data?.SettingsDeclineReasonsInfo ?? [];
  return (
    <>
      <MenuItem onClick={() => onChoose({ Kind: 'Accepted', Reason: '', Comment: '' }, 'Accept')}>
        Accept
      </MenuItem>
      <MenuItem onClick={() => onChoose({ Kind: 'Pending', Reason: '', Comment: '' }, 'Reopen')}>
        Reopen
      </MenuItem>
      <MenuDivider />
      <MenuLabel>Decline because of</MenuLabel>
      {reasons.filter(isOffered).map(({ Id, Name }) => (
        <MenuItem
          key={Id}
          onClick={() => onChoose({ Kind: 'Declined', Reason: Id, Comment: '' }, `Decline: ${Name}`)}
        >
          {Name}
        </MenuItem>
      ))}
    </>
  );
}
