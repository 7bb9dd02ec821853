import * as z from 'zod';
import { declareRecord, standalone } from './declare-record.ts';
import { always } from './retention.ts';

// A kind that forgets one of its facts does not compile: `tsc` fails where a line below has no error.

const { belongsTo, files, sealed, mentions } = standalone;
const schema = z.object({ Id: z.string() });
const said = { type: 'planted', holds: 'nothing', levels: ['business'] as const };
const kept = { partitions: ['agency'], retention: always, boundedBy: 'one' } as const;
const { partitions, retention } = kept;

declareRecord({ ...said, ...kept, schema, belongsTo, files, sealed, mentions });
// @ts-expect-error the schema
declareRecord({ ...said, ...kept, belongsTo, files, sealed, mentions });
// @ts-expect-error the retention and the partitions
declareRecord({ ...said, schema, belongsTo, files, sealed, mentions });
// @ts-expect-error what bounds it
declareRecord({ ...said, partitions, retention, schema, belongsTo, files, sealed, mentions });
// @ts-expect-error the level and the text of protection.md
declareRecord({ type: 'planted', ...kept, schema, belongsTo, files, sealed, mentions });
// @ts-expect-error the record that it is a part of
declareRecord({ ...said, ...kept, schema, files, sealed, mentions });
// @ts-expect-error its files
declareRecord({ ...said, ...kept, schema, belongsTo, sealed, mentions });
// @ts-expect-error its sealed fields
declareRecord({ ...said, ...kept, schema, belongsTo, files, mentions });
// @ts-expect-error its words about a referral
declareRecord({ ...said, ...kept, schema, belongsTo, files, sealed });
