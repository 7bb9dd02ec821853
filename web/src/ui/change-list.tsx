import { VisuallyHidden } from '@mantine/core';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import { changeLines, isTechnical } from '../text/labels/change-labels.ts';
import { roleLines } from '../text/labels/role-labels.ts';
import styles from './change-list.module.css';

interface ChangeListProps {
  changes: readonly FieldChange[];
  /** For the names behind ids. */
  settings: Output<typeof settingsApi.get> | undefined;
  /** Names of agencies by id, where roles may have changed. */
  agencies?: ReadonlyMap<string, string>;
}

/** Lists each changed field with its old and its new value. */
export function ChangeList({ changes, settings, agencies = new Map() }: ChangeListProps) {
  const shown = changes.filter(({ field }) => !isTechnical(field));
  if (shown.length === 0) return null;
  return (
    <ul className={styles['changes']}>
      {shown
        .flatMap((change) =>
          change.field === 'RolesWithinAgencies'
            ? roleLines(change, agencies)
            : changeLines(change, settings),
        )
        // Two fields may have the same label, such as the phone of the patient and of a person to call.
        .map(({ label, ...values }, index) => (
          <li key={`${index} ${label}`}>
            <span className="soft">{label}</span>
            <Values {...values} />
          </li>
        ))}
    </ul>
  );
}

function Values({ old, now }: { old: string; now: string }) {
  return (
    <span>
      {old !== '' && <del>{old}</del>}
      {old !== '' && now !== '' && (
        <>
          <span aria-hidden="true">{' → '}</span>
          <VisuallyHidden> is now </VisuallyHidden>
        </>
      )}
      {now !== '' && <ins>{now}</ins>}
    </span>
  );
}
