/** Close all, and cancel all and flatten: one confirmation each, and a report of the result by market. */
import { type ReactNode, useRef, useState } from 'react'
import type { Order, Position } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import type { FlattenReport, FlattenView } from '../../../contract/flatten.ts'
import { type CloseDistances, closeDistanceText } from '../../../contract/protection.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { useTopic, useTopicValue } from '../../market-data/index.ts'
import { type Done, doneSince, FlattenLines, isUnfinished, underWayText, willDo } from '../../positions/index.ts'
import { useAssets, useOpenOrders } from '../../queries/index.ts'
import { Banner, Button, useEscape, usePanelVisible } from '../../ui/index.ts'
import { usePanelAction } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './positions.module.css'

const NO_ORDERS: readonly Order[] = []
const NO_POSITIONS: readonly Position[] = []

type Kind = 'close' | 'flatten'
type State =
  | { readonly at: 'idle' }
  | { readonly at: 'asking'; readonly kind: Kind }
  | { readonly at: 'busy'; readonly kind: Kind; readonly id: string }
  | (Done & { readonly at: 'done'; readonly kind: Kind })
  | { readonly at: 'failed'; readonly kind: Kind; readonly message: string }

/**
 * @param mixed whether some positions are priced as probabilities
 * @param positions the open positions; null while unknown
 * @param old whether they were read before the last attempts failed: an empty list then proves nothing
 */
export function useCloseEverything(
  distances: CloseDistances,
  mixed: boolean,
  positions: readonly Position[] | null,
  old: boolean,
) {
  const held = positions?.map(({ asset }) => asset) ?? null
  const resting = useOpenOrders().data
  const orders = resting ?? NO_ORDERS
  const isAnythingSent = useTopicValue({ kind: 'actions' }, (all) => all.some(({ state }) => !isFinal(state))) === true
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
    // Clicks before the answer repeat the same request under the same id.
    request.current ??= crypto.randomUUID()
    setState({ at: 'busy', kind, id: request.current })
    const { binary: probability, ...others } = distances
    const requested = {
      requestId: request.current,
      distances: { ...others, probability },
      cancelOrders: kind === 'flatten',
    }
    call('flatten', requested)
      .then(
        (report: FlattenReport) => setState({ at: 'done', kind, report, held: null }),
        (error: unknown) => setState({ at: 'failed', kind, message: errorText(error) }),
      )
      .finally(() => {
        request.current = null
      })
      .catch(() => undefined)
  }

  const cannotClose = busy || held === null || (held.length === 0 && !old)
  const askToClose = (): void => setState({ at: 'asking', kind: 'close' })
  usePanelAction('close-all', usePanelVisible() && !cannotClose, askToClose)
  const buttons = (
    <>
      <span className={styles.closeAll}>
        <Button size="small" title="Close all positions; orders stay" disabled={cannotClose} onClick={askToClose}>
          {MESSAGES.closeAll}
        </Button>
      </span>
      <Button
        size="small"
        variant="danger"
        title="Close all positions and cancel all orders"
        disabled={busy || (held?.length === 0 && resting?.length === 0 && !isAnythingSent && !old)}
        onClick={() => setState({ at: 'asking', kind: 'flatten' })}
      >
        {MESSAGES.flatten}
      </Button>
    </>
  )
  const strip = (
    <>
      <Elsewhere own={busy ? state.id : null} />
      <Strip
        {...{ state, distances, mixed, orders }}
        positions={positions ?? NO_POSITIONS}
        onRun={run}
        onEnd={() => setState({ at: 'idle' })}
      />
    </>
  )
  return {
    buttons,
    /** Opens the confirmation of Close all, as its button does; null while that is unavailable. */
    askToClose: cannotClose ? null : askToClose,
    /** The confirmation, or the report: below the table, so that no row moves under the pointer. Renders nothing while there is neither. */
    strip,
  }
}

/** Started by another window of the same account, or by this one before it was reopened. */
function Elsewhere({ own }: { own: string | null }): ReactNode {
  const flattens: readonly FlattenView[] = useTopic({ kind: 'flattens' }) ?? []
  return flattens
    .filter(({ id, state }) => state !== 'cut_off' && id !== own)
    .map((flatten) => <Banner key={flatten.id}>{underWayText(flatten)}</Banner>)
}

interface StripProps {
  readonly state: State
  readonly distances: CloseDistances
  readonly mixed: boolean
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
  readonly onRun: (kind: Kind) => void
  readonly onEnd: () => void
}

function Strip({ state, distances, mixed, positions, orders, onRun, onEnd }: StripProps): ReactNode {
  const assets = useAssets()
  useEscape('preview', state.at === 'asking', onEnd)
  switch (state.at) {
    case 'idle':
      return null
    case 'asking': {
      const flatten = state.kind === 'flatten'
      const within = withinText(distances, mixed)
      const text = flatten
        ? `Cancel every order and close every position at market, ${within}?`
        : `Close every position at market, ${within}?`
      return (
        <Banner
          tone="warning"
          action={
            <span className={styles.answers}>
              <Button size="small" variant="danger" onClick={() => onRun(state.kind)}>
                {flatten ? MESSAGES.yesFlatten : MESSAGES.yesCloseAll}
              </Button>
              <Button size="small" onClick={onEnd}>
                {MESSAGES.keep}
              </Button>
            </span>
          }
        >
          {text}
          <ul className={styles.willDo} aria-label={MESSAGES.willDo}>
            {willDo(positions, flatten ? orders : NO_ORDERS, assets).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two orders may read alike
              <li key={index}>{line}</li>
            ))}
          </ul>
        </Banner>
      )
    }
    case 'busy':
      return <Banner>{state.kind === 'flatten' ? 'Closing and canceling…' : 'Closing…'}</Banner>
    case 'failed':
      return (
        <Banner tone="error" action={<Dismiss onPress={onEnd} />}>
          {state.message}
        </Banner>
      )
    case 'done': {
      const bad = isUnfinished(state.report)
      const title = state.kind === 'flatten' ? MESSAGES.flattened : MESSAGES.closed
      return (
        <Banner
          tone={bad ? 'error' : 'info'}
          title={bad ? MESSAGES.unfinished : title}
          action={<Dismiss onPress={onEnd} />}
        >
          <FlattenLines report={state.report} names={assets} />
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

const withinText = ({ scalar, binary, outcome }: CloseDistances, mixed: boolean): string => {
  const text = closeDistanceText(scalar, 'scalar')
  const [contracts, shares] = [closeDistanceText(binary, 'binary'), closeDistanceText(outcome, 'outcome')]
  if (!mixed) return text
  return contracts === shares
    ? `scalar ${text}; binary and shares ${contracts}`
    : `scalar ${text}; binary ${contracts}; shares ${shares}`
}
