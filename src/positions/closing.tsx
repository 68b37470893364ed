/** Closing a position: its state, its intent, a description of its effects, and the button. */

import type { ReactNode } from 'react'
import type { Order, Position } from '../../contract/account.ts'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import { absolute, type Price, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES, holdingText } from '../../contract/family-rules.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import type { Side, Ticker } from '../../contract/market.ts'
import { counted } from '../../contract/plural.ts'
import { type CloseDistance, type CloseProtection, closeProtectionFrom } from '../../contract/protection.ts'
import { referencePrice } from '../../contract/reference-price.ts'
import { useCall } from '../bridge/index.ts'
import { priceLabel } from '../format/index.ts'
import { useMarketData } from '../market-data/index.ts'
import {
  cancelText,
  type Naming,
  type Submission,
  sideLabel,
  useMisclickGuard,
  useShown,
  useSubmission,
  useSubmittedAction,
} from '../trade-forms/index.ts'
import { Button, ignoreRepeat, useKeepsRow } from '../ui/index.ts'

// The close of a position, as requested by every button, line and key: its worst price is fixed at the click or key press, by the prices of that
// moment.

/** The position to close; the signed size as shown, undefined where there is none. */
interface Held {
  readonly asset: string
  readonly size: Position['size'] | undefined
  readonly family: Position['family']
}

/** The side of the closing order; for binary contracts that of UP. */
export const closingSide = ({ family, size }: Omit<Held, 'asset'>): Side =>
  FAMILY_RULES[family].sides !== null && size !== undefined && signOf(size) < 0 ? 'buy' : 'sell'

/** Prices fixed by a live ticker, or the distances themselves where there is none. */
export function closeProtectionNow(
  held: Held,
  ticker: Ticker | undefined,
  { tickSize, distance }: { readonly tickSize: Price | null; readonly distance: CloseDistance },
): CloseProtection {
  const { family } = held
  const side = closingSide(held)
  const reference = ticker === undefined || ticker.stale ? null : referencePrice(family, side, ticker)
  return closeProtectionFrom(reference, distance, { family, side, tickSize })
}

/** @param size null closes all of it */
export const closeIntentOf = (held: Held, size: Size | null, protection: CloseProtection): CloseIntent => ({
  ...{ kind: 'close', asset: held.asset, position: sideOf(held.size), size, protection },
})

/** The side as shown to the trader: main ignores a position that has reversed since, or is gone. */
const sideOf = (held: Held['size']): CloseIntent['position'] =>
  held !== undefined && signOf(held) < 0 ? 'short' : 'long'

/** The progress of a widening close: its closed part so far. */
interface CloseProgress {
  readonly actionId: string
  readonly text: string
}

export interface CloseState {
  /** Sent, with an unknown outcome. */
  readonly isUnderWay: boolean
  /** The service gave no answer: it may or may not have happened. */
  readonly isUnsure: boolean
  /** Why it failed, or that there was no answer yet; null otherwise. */
  readonly failure: string | null
  /** For a pending one that took more than one order; null otherwise. */
  readonly progress: CloseProgress | null
}

type Sent = { readonly state: Exclude<Submission['state'], 'failed'> } | Extract<Submission, { state: 'failed' }>

/** @param action the submission's action in the journal; undefined before it shows */
export function closeStateOf(submission: Sent, action: Closing | undefined): CloseState {
  const isUnderWay =
    submission.state === 'sending' ||
    (submission.state === 'accepted' && (action === undefined || !isFinal(action.state)))
  const isUnsure = action?.state === 'unknown'
  const progress = isUnderWay && action !== undefined ? progressOf(action) : null
  const state = { isUnderWay, isUnsure, progress }
  const failed = action?.state === 'refused' || action?.state === 'rejected' || action?.state === 'expired'
  if (submission.state === 'failed') return { ...state, failure: submission.message }
  if (failed) return { ...state, failure: action.message ?? 'The close failed.' }
  /** It closed what its bound allowed. */
  if (action?.state === 'cancelled' && action.message !== null) return { ...state, failure: action.message }
  return {
    ...state,
    failure: isUnsure ? 'No answer to the close yet; checking with the venue.' : null,
  }
}

type Closing = Pick<ActionRecord, 'id' | 'state' | 'message' | 'steps' | 'filled'>

function progressOf({ id, steps, filled }: Closing): CloseProgress | null {
  const orders = steps.filter(({ state }) => state === 'sent').length
  if (orders < 2) return null
  const text =
    filled === null || signOf(filled) === 0
      ? `Closed nothing so far; order ${orders} sent at a wider price.`
      : `Closed ${trimZeros(filled)} so far; order ${orders} sent at a wider price.`
  return { actionId: id, text }
}

/** Whether its row must stay rendered, however far it is scrolled away: only the row knows the purpose of the click. */
export const keepsRow = ({ isUnderWay, failure }: CloseState): boolean => isUnderWay || failure !== null

interface CloseControl {
  /** Why the last attempt failed, or that there was no answer yet; null otherwise. */
  readonly failure: string | null
  /** Its closed part so far, and the button that stops it there; null unless it takes more than one order. */
  readonly progress: ReactNode
  /** Why no other close may start now, as text; null where one may. */
  readonly off: string | null
  /** Closes a part, or everything. */
  readonly close: (size: Size | null, clicks: number) => void
  /** Closes everything. */
  readonly button: ReactNode
}

/**
 * The button that closes the position at market, and why the last attempt failed. In a table row, which stays rendered until the outcome of the close
 * is known.
 * @param distance initial and maximum distance from the price
 * @param mark valuation mark of the shown position; null while unknown
 */
export function useClose(
  { asset, size: held, family, tickSize }: Held & { readonly tickSize: Price | null },
  name: string,
  distance: CloseDistance,
  mark: Price | null,
): CloseControl {
  const { store } = useMarketData()
  const shownOf = useShown()
  const { submission, press } = useSubmission()
  const action = useSubmittedAction(submission)
  const state = closeStateOf(submission, action)
  const isOff = useMisclickGuard()
  const { isUnderWay, isUnsure, failure } = state
  useKeepsRow(keepsRow(state))
  /** The worst price is fixed at the click, from the prices shown then. */
  const close = (size: Size | null, clicks: number): void => {
    const position = { asset, size: held, family }
    const protection = closeProtectionNow(position, store.read({ kind: 'ticker', asset }), { tickSize, distance })
    press(closeIntentOf(position, size, protection), clicks, shownOf({ mark }))
  }
  const off = isOff
    ? 'The market just changed.'
    : isUnsure
      ? 'The result of the previous close is unknown.'
      : isUnderWay
        ? 'A close is in progress.'
        : null
  const button = (
    <Button
      size="small"
      aria-label={`Close ${name}`}
      aria-busy={isUnderWay}
      disabled={isOff || isUnsure || (isUnderWay && submission.state !== 'sending')}
      onKeyDown={ignoreRepeat}
      onClick={(event) => close(null, event.detail)}
    >
      {isUnderWay ? 'Closing…' : 'Close'}
    </Button>
  )
  return {
    failure,
    off,
    progress: state.progress === null ? null : <CloseProgressLine {...state.progress} />,
    close,
    button,
  }
}

/** The closed part of a widening close so far, and the button that stops it there. */
export function CloseProgressLine({ actionId, text: message }: CloseProgress): ReactNode {
  const call = useCall()
  return (
    <span role="status">
      {message}{' '}
      <Button
        size="small"
        onClick={() => {
          // One that is over has nothing to stop, and shows its outcome.
          call('stopClosing', { actionId }).catch(() => undefined)
        }}
      >
        Stop closing
      </Button>
    </span>
  )
}

// The effects of closing everything, with or without canceling orders: line by line, with sizes.

/** Maximum number of named orders; the rest is counted. */
const NAMED = 6

/** `Sell 40 NYCTMP1 (long 40)`: closes first, then the canceled orders. */
export function willDo(
  positions: readonly Pick<Position, 'asset' | 'size'>[],
  orders: readonly Pick<Order, 'asset' | 'side' | 'size' | 'filled' | 'price'>[],
  names: Naming,
): readonly string[] {
  const closes = positions
    .filter(({ size }) => signOf(size) !== 0)
    .map(({ asset, size }) => {
      const { family } = names.of(asset)
      const much = trimZeros(absolute(size))
      const holding = holdingText({ family, size })
      return `${sideLabel(closingSide({ family, size }))} ${much} ${names.asset(asset)} (${holding === much ? `${much} held` : holding})`
    })
  const cancels = orders
    .slice(0, NAMED)
    .map(({ asset, side, size, price }) =>
      cancelText(side, `${trimZeros(size)} ${names.asset(asset)}`, priceLabel(price)),
    )
  const more = orders.length - NAMED
  return [...closes, ...cancels, ...(more > 0 ? [`Cancel ${counted(more, 'more order', 'more orders')}`] : [])]
}
