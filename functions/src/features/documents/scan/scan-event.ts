import * as z from 'zod';

/** Event Grid puts the results of the malware scan into this queue, which the templates create. */
export const SCAN_QUEUE = 'scan-results';

export const SCAN_EVENT_TYPE = 'Microsoft.Security.MalwareScanningResult';

/** The event by which Defender for Storage reports the scan of one version of a blob. */
export const ScanEvent = z.object({
  eventType: z.literal(SCAN_EVENT_TYPE),
  data: z.object({
    blobUri: z.url(),
    eTag: z.string().min(1),
    scanFinishedTimeUtc: z.string(),
    /** Any value but the first two means that the scan had no result. */
    scanResultType: z.string(),
    scanResultDetails: z
      .object({
        malwareNamesFound: z.array(z.string()).nullish(),
        sha256: z.string().nullish(),
        notScannedReason: z.string().nullish(),
      })
      .nullish()
      .transform((details) => ({
        malware: details?.malwareNamesFound ?? [],
        sha256: details?.sha256?.toLowerCase(),
        reason: details?.notScannedReason ?? '',
      })),
  }),
});
export type ScanEvent = z.input<typeof ScanEvent>;
export type ScanResult = z.output<typeof ScanEvent>['data'];

/** Returns the agency and the name of the document that an event is about; undefined for any other blob. */
export function scannedDocument({ blobUri }: ScanResult): { domainId: string; blobName: string } | undefined {
  // In local development the account's name comes first.
  const [, domainId, blobName] =
    /^(?:\/devstoreaccount1)?\/documents\/([^/]+)\/([^/]+)$/.exec(new URL(blobUri).pathname) ?? [];
  if (domainId === undefined || blobName === undefined) return undefined;
  return { domainId: decodeURIComponent(domainId), blobName: decodeURIComponent(blobName) };
}

/** Above the month's limit of Defender for Storage no result comes either: it is asked for until the next month. */
export const noResult = 'No result came within a day';
