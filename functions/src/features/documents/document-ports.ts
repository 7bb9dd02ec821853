import type { EffectContext, EffectPorts, ReadPorts } from '../../core/context.ts';
import type { AreaHandlers } from '../../http/handlers.ts';

export type DocumentReads = Pick<ReadPorts, 'documents'>;
export type DocumentEffects = Pick<EffectPorts, 'documents'>;
export type DocumentEffect = EffectContext & DocumentEffects;

export type DocumentHandlers = AreaHandlers<'services', DocumentReads, DocumentEffects>;
export type SenderLinkHandlers = AreaHandlers<'senderLinks', unknown, DocumentEffects>;
