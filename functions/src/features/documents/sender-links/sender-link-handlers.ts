import type { Api } from '@handoff/shared/contract/api';
import type { Limits } from '../../../auth/limits.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { FileTypeOf } from '../file-type.ts';
import { createLink, listLinks, revokeLink, updateLink } from './edit-link.ts';
import { senderView } from './sender-view.ts';
import { receiving } from './receive-document.ts';

/** `typeOf` judges a file, as for the documents that staff upload. */
export const senderLinkHandlers = (
  limits: Limits['uploads'],
  typeOf: FileTypeOf,
): Handlers<Api>['senderLinks'] => ({
  list: listLinks,
  create: createLink,
  update: updateLink,
  revoke: revokeLink,
  view: senderView,
  upload: receiving(limits, typeOf),
});
