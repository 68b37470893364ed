/** Close all, and cancel all and flatten: one confirmation each, and a report by market of what became of it. */
import { type ReactNode, useRef, useState } from 'react'
import type { FlattenReport } from '../../../contract/flatten.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useAssets } from '../../queries/index.ts'
import { stoppedLines, unknownLines } from '../../trade-forms/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import { type Done, doneSince, isUnfinished, marketWords } from './flatten-report.ts'
import styles from './positions.module.css'

type Kind = 'close' | 'flatten'
type State =
  | { readonly at: 'idle' }
  | { readonly at: 'asking' | 'busy'; readonly kind: Kind }
  | (Done & { readonly at: 'done'; readonly kind: Kind })
  | { readonly at: 'failed'; readonly kind: Kind; readonly message: string }

export interface CloseEverything {
  /** For the panel's head. */
  readonly buttons: ReactNode
  /** The confirmation, or the report: above the table. Null while there is neither. */
  readonly strip: ReactNode
}

/** How far from the price positions may be closed, per cent: `mixed` when some are of another family than scalar. */
export interface ClosingSlippage {
  readonly scalar: string
  readonly probability: string
  readonly mixed: boolean
}

/** @param held the assets in which a position is open; null while that is not known */
export function useCloseEverything(slippage: ClosingSlippage, held: readonly string[] | null): CloseEverything {
  const call = useCall()
  const [state, setState] = useState<State>({ at: 'idle' })
  const request = useRef<string | null>(null)
  const busy = state.at === 'busy'
  if (state.at === 'done' && held !== null) {
    const done = doneSince(state, held)
    if (done === null) setState({ at: 'idle' })
    else if (done !== state) setState({ ...state, ...done })
  }

  const run = (kind: Kind): void => {
    // Clicks before the answer ask for the same thing under the same id.
    request.current ??= crypto.randomUUID()
    setState({ at: 'busy', kind })
    const { scalar: slippagePct, probability: probabilitySlippagePct } = slippage
    const requested = {
      requestId: request.current,
      slippagePct,
      probabilitySlippagePct,
      cancelFirst: kind === 'flatten',
    }
    call('flatten', requested)
      .then(
        (report: FlattenReport) => setState({ at: 'done', kind, report, held: null }),
        (error: unknown) => setState({ at: 'failed', kind, message: wordsOf(error) }),
      )
      .finally(() => {
        request.current = null
      })
      .catch(() => undefined)
  }

  const buttons = (
    <>
      <Button
        size="small"
        disabled={busy || held === null || held.length === 0}
        onClick={() => setState({ at: 'asking', kind: 'close' })}
      >
        Close all
      </Button>
      <Button
        size="small"
        variant="danger"
        title="Cancel all orders, then close all positions"
        disabled={busy}
        onClick={() => setState({ at: 'asking', kind: 'flatten' })}
      >
        Flatten
      </Button>
    </>
  )
  return { buttons, strip: <Strip {...{ state, slippage }} onRun={run} onEnd={() => setState({ at: 'idle' })} /> }
}

interface StripProps {
  readonly state: State
  readonly slippage: ClosingSlippage
  readonly onRun: (kind: Kind) => void
  readonly onEnd: () => void
}

function Strip({ state, slippage, onRun, onEnd }: StripProps): ReactNode {
  const assets = useAssets()
  switch (state.at) {
    case 'idle':
      return null
    case 'asking': {
      const flatten = state.kind === 'flatten'
      const words = `${flatten ? 'Cancel every order and close' : 'Close'} every position at market, within ${withinWords(slippage)}?`
      return (
        <Banner
          tone="warning"
          action={
            <span className={styles.answers}>
              <Button size="small" variant="danger" onClick={() => onRun(state.kind)}>
                {flatten ? 'Yes, flatten' : 'Yes, close all'}
              </Button>
              <Button size="small" onClick={onEnd}>
                Keep
              </Button>
            </span>
          }
        >
          {words}
        </Banner>
      )
    }
    case 'busy':
      return <Banner>{state.kind === 'flatten' ? 'Cancelling, then closing…' : 'Closing…'}</Banner>
    case 'failed':
      return (
        <Banner tone="error" action={<Dismiss onPress={onEnd} />}>
          {state.message}
        </Banner>
      )
    case 'done': {
      const { markets, failures } = state.report
      const others = [...stoppedLines(state.report, assets), ...unknownLines(state.report, assets), ...failures]
      const bad = isUnfinished(state.report)
      const title = state.kind === 'flatten' ? 'Flattened.' : 'Closed.'
      return (
        <Banner
          tone={bad ? 'error' : 'info'}
          title={bad ? 'Not everything is done.' : title}
          action={<Dismiss onPress={onEnd} />}
        >
          <ul className={styles.report} aria-label="What became of each market">
            {markets.map((market) => (
              <li key={market.asset}>{marketWords(market, assets.asset(market.asset))}</li>
            ))}
            {others.map((line) => (
              <li key={line}>{line}</li>
            ))}
            {markets.length === 0 && others.length === 0 && <li>There was nothing to cancel or close.</li>}
          </ul>
        </Banner>
      )
    }
  }
}

const Dismiss = ({ onPress }: { onPress: () => void }): ReactNode => (
  <Button size="small" variant="bare" onClick={onPress}>
    Dismiss
  </Button>
)

const withinWords = ({ scalar, probability, mixed }: ClosingSlippage): string =>
  mixed ? `${scalar} %, contracts and shares within ${probability} %` : `${scalar} %`
