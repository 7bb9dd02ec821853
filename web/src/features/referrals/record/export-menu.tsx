import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileExport, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { referralExportsApi, revealReasons } from '@handoff/shared/contract/referrals/referral-exports';
import { useDownload } from '../../../data/send/download.ts';
import { useMay } from '../../../data/current-person.ts';

/** Exports one referral, on paper or as a file for other systems. */
export function ExportMenu({ id }: { id: string }) {
  const mayExport = useMay('fhir.read');
  const mayReveal = useMay('patient-numbers.reveal');
  const masked = useDownload(referralExportsApi.fhir);
  const whole = useDownload(referralExportsApi.fhirWithNumbers);
  const isPending = masked.isPending || whole.isPending;
  return (
    <Menu position="bottom-end" shadow="md" returnFocus>
      <Menu.Target>
        <Button
          variant="default"
          loading={isPending}
          leftSection={<IconFileExport size={16} aria-hidden="true" />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          renderRoot={(item) => <Link to="/referrals/$id/packet" params={{ id }} {...item} />}
        >
          Packet to print or save as PDF
        </Menu.Item>
        {mayExport && (
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => void masked.run({ query: { id } })}
          >
            FHIR (JSON), numbers masked
          </Menu.Item>
        )}
        {mayExport && mayReveal && (
          <>
            <Menu.Divider />
            <Menu.Label>FHIR (JSON) with full numbers, needed for</Menu.Label>
            {revealReasons.map((Reason) => (
              <Menu.Item key={Reason} onClick={() => void whole.run({ body: { Id: id, Reason } })}>
                {Reason}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
