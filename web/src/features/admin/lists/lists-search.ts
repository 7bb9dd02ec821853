import * as z from 'zod';
import { ListName } from '@handoff/shared/domain/agency/list-settings';

export const ListsSearch = z.object({
  list: ListName.optional().catch(undefined),
  /** The id of an entry, or `new`. */
  edit: z.string().min(1).max(80).optional().catch(undefined),
});
export type ListsSearch = z.infer<typeof ListsSearch>;
