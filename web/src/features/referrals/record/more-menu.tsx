import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useMay } from '../../../data/current-person.ts';
import { Menu, MenuItem, MenuLink } from '../../../ui/menu.tsx';
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
      <Menu
        renderButton={(opener) => (
          <ActionIcon {...opener} variant="default" size="lg" aria-label="More actions">
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      >
        {mayStop && (
          <MenuLink to="/do-not-readmit" search={{ edit: NEW, referral: referral.Id }}>
            Add to the do-not-readmit list…
          </MenuLink>
        )}
        {mayHold && (
          <MenuItem onClick={() => setDialog('hold')}>
            {isHeld ? 'Release the legal hold…' : 'Place under legal hold…'}
          </MenuItem>
        )}
        {mayDelete && (
          <MenuItem isDangerous disabled={isHeld} onClick={() => setDialog('delete')}>
            {isHeld ? 'Delete (under legal hold)' : 'Delete…'}
          </MenuItem>
        )}
      </Menu>
      {dialog === 'delete' && <DeleteDialog referral={referral} onClose={close} />}
      {dialog === 'hold' && <LegalHoldDialog referral={referral} onClose={close} />}
    </>
  );
}
