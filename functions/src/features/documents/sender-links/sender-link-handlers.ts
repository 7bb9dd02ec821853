import type { Limits } from '../../../auth/limits.ts';
import type { FileTypeOf } from '../file-type.ts';
import { createLink, listLinks, revokeLink, updateLink } from './edit-link.ts';
import { senderView } from './sender-view.ts';
import { receiving } from './receive-document.ts';
import type { SenderLinkHandlers } from '../document-ports.ts';

/** `typeOf` judges a file, as for the documents that staff upload. */
export const senderLinkHandlers = (limits: Limits['uploads'], typeOf: FileTypeOf): SenderLinkHandlers => ({
  list: listLinks,
  create: createLink,
  update: updateLink,
  revoke: revokeLink,
  view: senderView,
  upload: receiving(limits, typeOf),
});
