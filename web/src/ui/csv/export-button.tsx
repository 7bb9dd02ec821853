import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

interface ExportButtonProps {
  isPending: boolean;
  onExport: () => void;
}

export function ExportButton({ isPending, onExport }: ExportButtonProps) {
  return (
    <Button
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={isPending}
      onClick={onExport}
    >
      Export as CSV
    </Button>
  );
}
