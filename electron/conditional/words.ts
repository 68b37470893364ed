/** How conditional orders are called. */
import type { ConditionalKind } from '../../contract/conditional.ts'

export const KIND_WORDS: Readonly<Record<ConditionalKind, string>> = { stop: 'Stop', take_profit: 'Take-profit' }
