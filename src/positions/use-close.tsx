/** Closes a position of any family at market, from wherever it is shown. */
import type { ReactNode } from 'react'
import type { Price, Size } from '../../contract/decimal.ts'
import type { CloseDistance } from '../../contract/protection.ts'
import { useCall } from '../bridge/index.ts'
import { useMarketData } from '../market-data/index.ts'
import { useFollowedAction, useHeldOff, useShown, useSubmission } from '../trade-forms/index.ts'
import { Button, useKeepsRow } from '../ui/index.ts'
import { closeIntentOf, closeProtectionNow, type Held } from './close-intent.ts'
import { type CloseProgress, closeStateOf, keepsRow } from './close-state.ts'

interface Closing {
  /** Why the last try came to nothing, or that no answer came yet; null otherwise. */
  readonly failure: string | null
  /** What it closed so far, and the way to stop it there; null unless it takes more than one order. */
  readonly progress: ReactNode
  /** Why no other close may begin now, in words; null where one may. */
  readonly off: string | null
  /** Closes a part, or everything. */
  readonly close: (size: Size | null, clicks: number) => void
  /** Closes everything. */
  readonly button: ReactNode
}

/**
 * The button that closes the position at market, and why the last try came to nothing. In a row of a table, that stays on the page until it
 * is known how the close ended.
 * @param distance how far from the price it may trade, at first and at most
 * @param mark what the position is valued at where it is shown; null while nothing is known.
 */
export function useClose(
  { asset, size: held, family, tickSize }: Held & { readonly tickSize: Price | null },
  name: string,
  distance: CloseDistance,
  mark: Price | null,
): Closing {
  const { store } = useMarketData()
  const shownOf = useShown()
  const { submission, press } = useSubmission()
  const action = useFollowedAction(submission)
  const state = closeStateOf(submission, action)
  const isOff = useHeldOff()
  const { isUnderWay, isUnsure, failure } = state
  useKeepsRow(keepsRow(state))
  /** The worst price is fixed at the click, from the prices that are shown then. */
  const close = (size: Size | null, clicks: number): void => {
    const position = { asset, size: held, family }
    const protection = closeProtectionNow(position, store.read({ kind: 'ticker', asset }), { tickSize, distance })
    press(closeIntentOf(position, size, protection), clicks, shownOf({ mark }))
  }
  const off = isOff
    ? 'The market of the row just changed.'
    : isUnsure
      ? 'It is not known what became of the close before.'
      : isUnderWay
        ? 'A close of it is under way.'
        : null
  const button = (
    <Button
      size="small"
      aria-label={`Close ${name}`}
      aria-busy={isUnderWay}
      disabled={isOff || isUnsure || (isUnderWay && submission.state !== 'sending')}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
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

/** What a close that widens has closed so far, and the way to stop it there. */
export function CloseProgressLine({ actionId, words }: CloseProgress): ReactNode {
  const call = useCall()
  return (
    <span role="status">
      {words}{' '}
      <Button
        size="small"
        onClick={() => {
          // One that is over by now has nothing to stop, and says how it ended.
          call('stopClosing', { actionId }).catch(() => undefined)
        }}
      >
        Stop closing
      </Button>
    </span>
  )
}
