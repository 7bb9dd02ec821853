import { Group } from '@mantine/core';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { CsvTransfer } from '../../../../ui/csv/csv-transfer.tsx';
import { Reading } from '../../../../ui/feedback/reading.tsx';
import { formatDateTime, plural } from '../../../../text/format.ts';
import { useRead } from '../../../../data/records/use-read.ts';

const calls = {
  exportFile: medicareEligibilityApi.exportPlans,
  previewImport: medicareEligibilityApi.previewPlans,
  applyImport: medicareEligibilityApi.importPlans,
};

/** The Medicare plans that CMS publishes each year. Eligibility results take a plan's name and type from them. */
export function MedicarePlans() {
  const list = useRead(medicareEligibilityApi.plans, {});
  return (
    <section aria-labelledby="plans-title">
      <Group wrap="nowrap" mt="xl" mb="sm">
        <h2 id="plans-title">Medicare plans</h2>
        <CsvTransfer
          calls={calls}
          noun="plans"
          edit="imports.manage"
          columns="Contract, Plan, Name, Kind and Phone, or those of the plan list that CMS publishes. A row changes the plan with its contract and plan number, or adds it."
        />
      </Group>
      <Reading of={list} lines={1}>
        {({ Plans, Contracts, ImportedAt, ImportedBy }) => (
          <p className="soft">
            {ImportedAt === null
              ? 'No list yet. Import the plan list of CMS, and eligibility results name the plan and its kind.'
              : `${plural(Plans, 'plan')} of ${plural(Contracts, 'contract')}, imported ${formatDateTime(ImportedAt)} by ${ImportedBy?.FullName}.`}
          </p>
        )}
      </Reading>
    </section>
  );
}
