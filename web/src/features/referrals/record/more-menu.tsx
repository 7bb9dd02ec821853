import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useMay } from '../../../data/current-person.ts';
import { NEW } from '../../../ui/record-page/entity-search.ts';
import { DeleteDialog } from './delete-referral.tsx';
import { LegalHoldDialog } from './legal-hold.tsx';

/** Rare actions, each of which asks for a reason. */
export function MoreMenu({ referral }: { referral: Referral }) {
  const mayDelete = useMay('referrals.edit');
  const mayStop = useMay('readmission-stops.manage');
  const mayHold = useMay('legal-holds.manage');
  const [dialog, setDialog] = useState<'delete' | 'hold'>();
  const close = () => setDialog(undefined);
  const isHeld = Boolean(referral.LegalHold);
  if (!mayDelete && !mayStop && !mayHold) return null;
  return (
    <>
      <Menu position="bottom-end" shadow="md" returnFocus>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="More actions">
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayStop && (
            <Menu.Item
              renderRoot={(item) => (
                <Link to="/do-not-readmit" search={{ edit: NEW, referral: referral.Id }} {...item} />
              )}
            >
              Add to the do-not-readmit list…
            </Menu.Item>
          )}
          {mayHold && (
            <Menu.Item onClick={() => setDialog('hold')}>
              {isHeld ? 'Release the legal hold…' : 'Place under legal hold…'}
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item color="red" disabled={isHeld} onClick={() => setDialog('delete')}>
              {isHeld ? 'Delete (under legal hold)' : 'Delete…'}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'delete' && <DeleteDialog referral={referral} onClose={close} />}
      {dialog === 'hold' && <LegalHoldDialog referral={referral} onClose={close} />}
    </>
  );
}
