/** Whether a child was held back for the moment only: it may be sent again without asking anybody. */
import type { StoredAction } from '../../storage/index.ts'
import { STOPPED } from '../actions/index.ts'

/** By the terminal itself: prices that grew old meanwhile, or a limit on how many orders may go out. Whatever else refuses pauses the parent. */
const FOR_NOW: ReadonlySet<unknown> = new Set([STOPPED, 'limit_orders_per_minute', 'request_limit'])

export const isForNow = (action: Pick<StoredAction, 'state' | 'code'> | null): boolean =>
  action?.state === 'refused' && FOR_NOW.has(action.code)
