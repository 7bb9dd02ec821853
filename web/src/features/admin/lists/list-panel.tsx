import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { settingsApi } from '@handoff/shared/contract/settings';
import type { UsedIn } from '@handoff/shared/contract/errors';
import type { ListName } from '@handoff/shared/domain/agency/list-settings';
import { EditorFrame } from '../../../ui/record-page/editor-frame.tsx';
import { NEW } from '../../../ui/record-page/entity-search.ts';
import { Activity } from '../../../ui/record-page/entity-facts.tsx';
import { RemapDialog } from '../../../ui/record-page/remap-dialog.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { EntryEditor } from './entry-editor.tsx';
import { type Entry, listKinds } from './list-kinds.ts';
import { ListTable } from './list-table.tsx';
import { useList } from './use-list.ts';
import styles from './lists.module.css';

interface ListPanelProps {
  name: ListName;
  /** The id of the entry in the editor, or NEW. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** One list: its entries in order, with an editor beside them. */
export function ListPanel({ name, open, onOpen }: ListPanelProps) {
  const kind = listKinds[name];
  const { list, save } = useList(name);
  const uses = useRead(settingsApi.listUses, { query: { List: name } });
  const usedIn = (id: string): UsedIn[] | undefined =>
    uses.data && (uses.data.ListUses.find(({ Id }) => Id === id)?.UsedIn ?? []);
  const [isDeleting, setDeleting] = useState(false);
  const entry: Entry | undefined =
    open === NEW ? { ...kind.blank, Id: NEW } : list.find(({ Id }) => Id === open);

  async function keep(changed: Entry): Promise<Entry | undefined> {
    const kept = { ...changed, Id: changed.Id === NEW ? idFor(changed.Name, list) : changed.Id };
    const isNew = changed.Id === NEW;
    const left = await save({
      edit: (now) => (isNew ? [...now, kept] : now.map((each) => (each.Id === kept.Id ? kept : each))),
    });
    return left === undefined ? undefined : kept;
  }

  const remove = (gone: string) => (to: string | undefined) =>
    save({
      edit: (now) => withoutEntry(now, gone),
      ...(to !== undefined && { remap: { From: gone, To: to } }),
    });

  return (
    <div className={`split ${styles['panel']}`}>
      <Stack component="section" aria-label={kind.title}>
        <Group gap="sm" justify="space-between">
          <p className="soft">{kind.about}</p>
          <Button leftSection={<IconPlus size={16} />} onClick={() => onOpen(NEW)}>
            Add {kind.noun}
          </Button>
        </Group>
        <ListTable
          {...{ name, list, open, usedIn }}
          onMove={(id, by) => void save({ edit: (now) => moved(now, id, by), isQuiet: true })}
        />
        <p className="soft small">
          Move an entry by dragging it, with its arrow buttons, or with <kbd>Alt</kbd> <kbd>↑</kbd>{' '}
          <kbd>↓</kbd> on its name. To delete an entry that is in use, choose where its records go.
        </p>
        <Activity kind="settings" id={name} />
      </Stack>
      <EditorFrame label={`Edit ${kind.noun}`} docked="card" onClose={() => onOpen(undefined)}>
        {entry && (
          <>
            <EntryEditor
              key={entry.Id}
              {...{ name, entry, keep }}
              isNew={open === NEW}
              onSaved={({ Id }) => onOpen(Id)}
              usedIn={usedIn(entry.Id)}
              onClose={() => onOpen(undefined)}
              onDelete={() => setDeleting(true)}
            />
            <RemapDialog
              name={entry.Name}
              noun={kind.noun}
              usedIn={usedIn(entry.Id)}
              choices={list.filter(({ Id, Retired }) => Id !== entry.Id && Retired !== true)}
              remove={remove(entry.Id)}
              isOpen={isDeleting}
              onClose={() => setDeleting(false)}
              onDeleted={() => {
                setDeleting(false);
                onOpen(undefined);
              }}
            />
          </>
        )}
      </EditorFrame>
    </div>
  );
}

/** Also removes the entry from the statuses that may follow others. */
const withoutEntry = (list: readonly Entry[], gone: string): Entry[] =>
  list
    .filter(({ Id }) => Id !== gone)
    .map((entry) => (entry.Next ? { ...entry, Next: entry.Next.filter((id) => id !== gone) } : entry));

function moved(list: readonly Entry[], id: string, by: number): Entry[] {
  const from = list.findIndex((entry) => entry.Id === id);
  const entry = list[from];
  if (!entry) return [...list];
  const to = Math.max(0, Math.min(list.length - 1, from + by));
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** Readable in exports and logs. A number is added when another entry has the same id. */
function idFor(name: string, list: readonly Entry[]): string {
  const plain =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 60) || 'entry';
  const taken = new Set(list.map(({ Id }) => Id));
  let id = plain;
  for (let number = 2; taken.has(id) || id === NEW; number += 1) id = `${plain}-${number}`;
  return id;
}
