import * as z from 'zod';

/** Where Event Grid puts the results of the malware scan; the templates make it. */
export const SCAN_QUEUE = 'scan-results';

export const SCAN_EVENT_TYPE = 'Microsoft.Security.MalwareScanningResult';

/** As Defender for Storage says what a scan of one version of a blob came to. */
export const ScanEvent = z.object({
  eventType: z.literal(SCAN_EVENT_TYPE),
  data: z.object({
    blobUri: z.url(),
    eTag: z.string().min(1),
    scanFinishedTimeUtc: z.string(),
    /** Anything else than the first two is a scan that did not come to a result. */
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

/** The blob that an event is about, when it is a document: its agency and its name there. */
export function scannedDocument({ blobUri }: ScanResult): { domainId: string; blobName: string } | undefined {
  // On one machine the name of the account comes first.
  const [, domainId, blobName] =
    /^(?:\/devstoreaccount1)?\/documents\/([^/]+)\/([^/]+)$/.exec(new URL(blobUri).pathname) ?? [];
  if (domainId === undefined || blobName === undefined) return undefined;
  return { domainId: decodeURIComponent(domainId), blobName: decodeURIComponent(blobName) };
}
