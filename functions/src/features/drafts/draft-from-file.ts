import type { draftsApi } from '@handoff/shared/contract/referrals/drafts';
import type { Output, UploadedFile } from '@handoff/shared/contract/endpoint';
import type { DraftReadings, FileReading } from '@handoff/shared/domain/referral/file-reading';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import type * as z from 'zod';
import type { EffectContext, WriteContext } from '../../core/context.ts';
import { AppError } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import type { StoredDraft } from '../../records/kinds/user-records.ts';
import type { AttachedFile } from './files/collected-fields.ts';
import type { ReferralFile } from './files/read-referral-file.ts';

type FromFileCall = typeof draftsApi.fromFile;
type FromFile = ApiHandlers['drafts']['fromFile'];

export interface Documents {
  readReferralFile: (bytes: Uint8Array) => Promise<ReferralFile>;
  attach: (
    fields: object,
    files: { name: string; size: number; read: () => Promise<Uint8Array> }[],
    context: EffectContext,
  ) => Promise<(write: WriteContext) => Promise<{ document: ReferralDocument; SameFileIn: string[] }[]>>;
  /** Throws `unsupported_file` for a file that cannot be attached. */
  typeOf: (name: string, bytes: Uint8Array) => Promise<unknown>;
}

/** The values of a draft that no one has typed yet, as the form of a new referral reads them. */
interface ReadValues extends z.infer<typeof DraftReadings> {
  Documents: { document: ReferralDocument; sameFileIn: string[] }[];
}

export interface ReadDraft {
  key: string;
  values: ReadValues;
}

type Keep = (context: WriteContext, read: ReadDraft) => Promise<StoredDraft>;

/** Begins a referral with a file: what was read are proposals, and nothing is a value before a person accepts it. */
export const draftFromFile =
  ({ readReferralFile, attach, typeOf }: Documents, keep: Keep): FromFile =>
  async ({ file }, context) => {
    const { ending, attached, ...reading } = await readReferralFile(file.bytes);
    const { parts, Left } = await attachable(attached, typeOf);
    const files = [{ name: withEnding(file, ending), bytes: file.bytes }, ...parts].map(
      ({ name, bytes }) => ({
        name,
        size: bytes.length,
        read: async () => bytes,
      }),
    );
    const stage = await attach({}, files, context);
    const key = uuidOf(context.derive('draft'));
    return async (write): Promise<Output<FromFileCall>> => {
      const documents = await stage(write);
      const [whole] = documents;
      const Readings = [
        { ...reading, Left: [...reading.Left, ...Left], DocumentId: whole?.document.Id ?? '' },
      ];
      const Documents = documents.map(({ document, SameFileIn: sameFileIn }) => ({ document, sameFileIn }));
      const draft = await keep(write, { key, values: { Documents, Readings } });
      return {
        DraftInfo: [{ Id: key, Form: draft.Form, SavedAt: draft.SavedAt }],
        Fields: reading.Taken.map(({ Field }) => Field),
        Left: reading.Left.length + Left.length,
        Documents: documents.length,
      };
    };
  };

/** Leaves out the files inside that no one could attach; the rest is of use. */
async function attachable(attached: readonly AttachedFile[], typeOf: Documents['typeOf']) {
  const parts: AttachedFile[] = [];
  const Left: FileReading['Left'] = [];
  for (const { name, bytes } of attached)
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after another, so that only one is unpacked
      await typeOf(name, bytes);
      parts.push({ name, bytes });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      Left.push({ Where: `Document: ${name}`.slice(0, 80), Why: 'cannot be attached' });
    }
  return { parts, Left };
}

/** Its ending is that of its content, whatever it was sent as. */
const withEnding = ({ name }: UploadedFile, ending: string) =>
  `${name.replace(/\.[a-z\d]{2,5}$/i, '')}.${ending}`;

const uuidOf = (hex: string) =>
  [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
