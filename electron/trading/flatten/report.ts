/** What became of each market that was flattened. Pure. */

import { isFinal } from '../../../contract/action.ts'
import type { KnownCode } from '../../../contract/action-code.ts'
import { type Size, signOf } from '../../../contract/decimal.ts'
import type { MarketReport } from '../../../contract/flatten.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { HeldPosition } from './interface.ts'

/** The cancel of one order, by the id of its action. */
export interface Canceling {
  readonly asset: string
  readonly oid: string
  readonly id: string
}

/** The last close of one position. */
export interface Closing {
  readonly id: string
  /** What was held, signed. */
  readonly size: Size
  /** Whether one before it closed all that was held then. */
  readonly closedBefore: boolean
}

interface Flattened {
  readonly cancels: readonly Canceling[]
  /** The orders that the last read showed open; null where it was not whole. */
  readonly open: ReadonlySet<string> | null
  /** By asset, as the next two are. */
  readonly closes: ReadonlyMap<string, Closing>
  /** Every position that was seen, as it was seen last. */
  readonly seen: ReadonlyMap<string, HeldPosition>
  /** What the last read of the positions showed. */
  readonly held: ReadonlySet<string>
  readonly get: (id: string) => StoredAction | null
}

/** The word for a close of what is not there. */
const NOTHING_TO_CLOSE: KnownCode = 'reduce_only_would_increase'

export function marketReports({ cancels, open, closes, seen, held, get }: Flattened): MarketReport[] {
  /** Its cancel came to nothing, and it is not there any more: filled, or gone by itself. Nothing is left to do about it. */
  const isGone = ({ oid }: Canceling, cancel: StoredAction | null): boolean =>
    cancel !== null && cancel.state !== 'done' && isFinal(cancel.state) && open?.has(oid) === false
  const assets = new Set([...cancels.map(({ asset }) => asset), ...seen.keys()])
  return [...assets].map((asset) => {
    const own = cancels
      .filter((cancel) => cancel.asset === asset)
      .map((cancel) => ({ action: get(cancel.id), gone: isGone(cancel, get(cancel.id)) }))
    const orders = own.filter(({ gone }) => !gone).length
    const cancelled = own.filter(({ action }) => action?.state === 'done').length
    const words = own.find(({ action }) => action !== null && action.state !== 'done')?.action?.message ?? null
    const report = { asset, orders, cancelled }
    const position = seen.get(asset)
    if (position === undefined) return { ...report, position: 'none', message: words }
    const closing = closes.get(asset)
    const close = closing === undefined ? null : get(closing.id)
    if (closing === undefined || close === null) return { ...report, position: 'left', message: words }
    if (isClosed(closing, close, held.has(asset))) return { ...report, position: 'closed', message: words }
    if (!isFinal(close.state)) return { ...report, position: 'closing', message: close.message ?? words }
    return { ...report, position: 'failed', message: close.message ?? partWords(close.filled, position.size) }
  })
}

function isClosed({ closedBefore }: Closing, { state, code }: StoredAction, isHeld: boolean): boolean {
  return state === 'filled' || !isHeld || (closedBefore && code === NOTHING_TO_CLOSE)
}

const partWords = (filled: Size | null, size: Size): string =>
  filled === null || signOf(filled) === 0
    ? 'Nothing filled within the bound.'
    : `${filled} of ${String(size).replace('-', '')} filled within the bound; the rest is still held.`
