/** Closes a position of any family at market, from wherever it is shown. */
import type { ReactNode } from 'react'
import type { Position } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import { type Decimal, type Price, type Size, signOf } from '../../contract/decimal.ts'
import { useFollowedAction, useShown, useSubmission } from '../trade-forms/index.ts'
import { Button } from '../ui/index.ts'

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
 * The button that closes the position at market, and why the last try came to nothing.
 * @param mark what the position is valued at where it is shown; null while nothing is known.
 */
export function useClose({ asset, size: held }: Held, name: string, slippage: Decimal, mark: Price | null): Closing {
  const shownOf = useShown()
  const { submission, press } = useSubmission()
  const action = useFollowedAction(submission)
  const inFlight =
    submission.state === 'sending' ||
    (submission.state === 'accepted' && (action === undefined || !isFinal(action.state)))
  const unsure = action?.state === 'unknown'
  const failed = action?.state === 'refused' || action?.state === 'rejected' || action?.state === 'expired'
  const failure =
    submission.state === 'failed'
      ? submission.message
      : failed
        ? (action.message ?? 'The close came to nothing.')
        : unsure
          ? 'No answer to the close yet; it is being checked with the service.'
          : null
  const close = (size: Size | null, clicks: number): void =>
    press({ kind: 'close', asset, ...sideOf(held), size, slippagePct: slippage }, clicks, shownOf({ mark }))
  const button = (
    <Button
      size="small"
      aria-label={`Close ${name}`}
      aria-busy={inFlight}
      disabled={unsure || (inFlight && submission.state !== 'sending')}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
      onClick={(event) => close(null, event.detail)}
    >
      {inFlight ? 'Closing…' : 'Close'}
    </Button>
  )
  return { failure, close, button }
}
