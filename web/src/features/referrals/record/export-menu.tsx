import { Button } from '@mantine/core';
import { IconDownload, IconFileExport, IconPrinter } from '@tabler/icons-react';
import { referralExportsApi, revealReasons } from '@handoff/shared/contract/referrals/referral-exports';
import { useDownload } from '../../../data/send/download.ts';
import { useMay } from '../../../data/current-person.ts';
import { Menu, MenuDivider, MenuItem, MenuLabel, MenuLink } from '../../../ui/menu.tsx';

/** Exports one referral, on paper or as a file for other systems. */
export function ExportMenu({ id }: { id: string }) {
  const mayExport = useMay('fhir.read');
  const mayReveal = useMay('patient-numbers.reveal');
  const masked = useDownload(referralExportsApi.fhir);
  const whole = useDownload(referralExportsApi.fhirWithNumbers);
  const isPending = masked.isPending || whole.isPending;
  return (
    <Menu
      renderButton={(opener) => (
        <Button {...opener} loading={isPending} leftSection={<IconFileExport size={16} aria-hidden="true" />}>
          Export
        </Button>
      )}
    >
      <MenuLink
        to="/referrals/$id/packet"
        params={{ id }}
        icon={<IconPrinter size={16} aria-hidden="true" />}
      >
        Packet to print or save as PDF
      </MenuLink>
      {mayExport && (
        <MenuItem
          icon={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => void masked.run({ query: { id } })}
        >
          FHIR (JSON), numbers masked
        </MenuItem>
      )}
      {mayExport && mayReveal && (
        <>
          <MenuDivider />
          <MenuLabel>FHIR (JSON) with full numbers, needed for</MenuLabel>
          {revealReasons.map((Reason) => (
            <MenuItem key={Reason} onClick={() => void whole.run({ body: { Id: id, Reason } })}>
              {Reason}
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  );
}
