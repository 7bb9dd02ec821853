import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { acceptedDocuments, acceptedReferrals } from '../accepted-files.ts';
import { useApi } from '../../../data/use-api.ts';
import { useFileDrop } from './dropped-files.ts';
import styles from './page-beside.module.css';

/** Starts a referral from files that are dropped on the list or chosen. */
export function DropToIntake() {
  const api = useApi();
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);

  async function begin(files: readonly File[]) {
    if (files.length === 0) return;
    const { startIntake } = await import('./intake-files.ts');
    startIntake(api, files);
    await navigate({ to: '/referrals/new' });
  }

  const isOver = useFileDrop((files) => void begin(files));
  return (
    <>
      <Button
        leftSection={<IconFileImport size={16} aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      >
        New from fax or file…
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={`${acceptedDocuments},${acceptedReferrals}`}
        aria-label="Files for a new referral"
        onChange={({ currentTarget }) => void begin([...(currentTarget.files ?? [])])}
      />
      {isOver && <p className={styles['drop']}>Drop to start a referral from these files</p>}
    </>
  );
}
