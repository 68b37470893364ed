/** Closes a position of any family at market, from wherever it is shown. */
import type { ReactNode } from 'react'
import type { Position } from '../../contract/account.ts'
import { type Decimal, type Price, type Size, signOf } from '../../contract/decimal.ts'
import { useFollowedAction, useShown, useSubmission } from '../trade-forms/index.ts'
import { Button, useKeepsRow } from '../ui/index.ts'
import { closeStateOf, keepsRow } from './close-state.ts'

interface Closing {
  /** Why the last try came to nothing, or that no answer came yet; null otherwise. */
  readonly failure: string | null
  /** Closes a part, or everything. */
  readonly close: (size: Size | null, clicks: number) => void
  /** Closes everything. */
  readonly button: ReactNode
}

/** What is closed; the signed size is that of the position as it is shown, undefined where none is. */
interface Held {
  readonly asset: string
  readonly size: Position['size'] | undefined
}

/** The side that the trader sees: a position that has turned since is left alone. */
const sideOf = (held: Held['size']): { readonly position?: 'long' | 'short' } =>
  held === undefined || signOf(held) === 0 ? {} : { position: signOf(held) > 0 ? 'long' : 'short' }

/**
 * The button that closes the position at market, and why the last try came to nothing. In a row of a table, that stays on the page until it
 * is known how the close ended.
 * @param mark what the position is valued at where it is shown; null while nothing is known.
 */
export function useClose({ asset, size: held }: Held, name: string, slippage: Decimal, mark: Price | null): Closing {
  const shownOf = useShown()
  const { submission, press } = useSubmission()
  const action = useFollowedAction(submission)
  const state = closeStateOf(submission, action)
  const { isUnderWay, isUnsure, failure } = state
  useKeepsRow(keepsRow(state))
  const close = (size: Size | null, clicks: number): void =>
    press({ kind: 'close', asset, ...sideOf(held), size, slippagePct: slippage }, clicks, shownOf({ mark }))
  const button = (
    <Button
      size="small"
      aria-label={`Close ${name}`}
      aria-busy={isUnderWay}
      disabled={isUnsure || (isUnderWay && submission.state !== 'sending')}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
      onClick={(event) => close(null, event.detail)}
    >
      {isUnderWay ? 'Closing…' : 'Close'}
    </Button>
  )
  return { failure, close, button }
}
