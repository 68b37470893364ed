/** A binary prediction: an amount, a tolerance and a direction; the service's estimate; and the trader's word on it. */

import { type ReactNode, useRef, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import type { BinaryDirection, BinaryView } from '../../../contract/binary.ts'
import { BY_FORM } from '../../../contract/catches.ts'
import { type Decimal, placesOf, toPlaces } from '../../../contract/decimal.ts'
import { worstAt } from '../../../contract/protection.ts'
import { referencePrice } from '../../../contract/reference-price.ts'
import { useTicketExits } from '../../exit-plan/index.ts'
import { atPlaces, grouped } from '../../format/index.ts'
import { useCalmTopic, useMarketData, useServerClock, useTopic } from '../../market-data/index.ts'
import { amountOf, binaryPermission, mostCost, pricesOf } from '../../markets/binary/index.ts'
import { EstimateCard, FollowLine, UnverifiedPrompts } from '../../orders/index.ts'
import { useAccount, useSession } from '../../queries/index.ts'
import {
  awaitsEstimate,
  distanceOf,
  useArmed,
  useFollowedAction,
  useShown,
  useSubmission,
} from '../../trade-forms/index.ts'
import { Banner, Button, DecimalField, usePanelVisible } from '../../ui/index.ts'
import {
  CENTS,
  OpenAccount,
  useChangeDraft,
  useDraft,
  useHold,
  usePricelessClicks,
  useSizeFocus,
} from '../../workspace/index.ts'
import styles from './binary.module.css'
import { SetUp } from './set-up.tsx'

const AMOUNT_STEP = '1' as Decimal
/** How often the cost is worked out anew. */
const COST_EVERY_MS = 250
const DISTANCE_STEP = '1' as Decimal
const DIRECTIONS = ['UP', 'DOWN'] as const
/** Said of a price that is clicked in the book; no longer than what stands there else: nothing moves. */
const NO_PRICE = 'A prediction takes no price: its amount fills at the book’s prices, as far as its worst price allows.'

interface PredictFormProps {
  readonly asset: string
  readonly view: BinaryView
  readonly staleWords: string | null
}

export function PredictForm({ asset, view, staleWords }: PredictFormProps): ReactNode {
  const { amount: amountText, distance: distanceText, exits: exitDraft } = useDraft('binary')
  const changeDraft = useChangeDraft('binary')
  const { clicks: priceless, leave } = usePricelessClicks()
  const session = useSession()
  const armed = useArmed()
  const visible = usePanelVisible()
  // In a tab that nobody sees the minute is enough.
  const now = useServerClock(visible ? 1000 : 60_000)
  const permission = binaryPermission({ session: session ?? null, view, asset, now, armed })
  const { store } = useMarketData()
  const shownOf = useShown()
  const tickSize = view.markets.find((one) => one.asset === asset)?.tickSize ?? null
  const exits = useTicketExits({
    ...{ family: 'binary', asset, tick: tickSize, entry: null, size: null },
    draft: exitDraft,
    onChange: (exits) => changeDraft({ exits }),
  })
  const sender = useSubmission(BY_FORM, exits.ahead)
  const action = useFollowedAction(sender.submission)
  const [attempted, setAttempted] = useState(false)
  /** Whether the last press found no price to count its worst one from. */
  const [unpriced, setUnpriced] = useState(false)
  const amountInput = useRef<HTMLInputElement>(null)
  useSizeFocus(amountInput)
  const available = useAccount().data?.money.available ?? null

  const amount = amountOf(amountText)
  const typed = distanceOf(distanceText, 'binary')
  const calm = useCalmTopic(visible ? { kind: 'ticker', asset } : null, COST_EVERY_MS)
  const most = 'amount' in amount && 'distance' in typed ? mostCost(amount.amount, typed.distance, calm) : null
  useHold(action !== undefined && awaitsEstimate(action) ? 'an estimate waits' : null)
  const busy = action !== undefined ? !isFinal(action.state) : sender.submission.state === 'sending'
  const fill = available === null ? null : toPlaces(available, 2, 'down')

  const change: typeof changeDraft = (typed) => {
    leave()
    changeDraft(typed)
  }
  const ask = (direction: BinaryDirection, clicks: number): void => {
    leave()
    setAttempted(true)
    if ('issue' in amount) {
      amountInput.current?.focus()
      return
    }
    if ('issue' in typed) return
    const ticker = store.read({ kind: 'ticker', asset })
    const side = direction === 'UP' ? 'buy' : 'sell'
    const reference = ticker === undefined ? null : referencePrice('binary', side, ticker)
    setUnpriced(reference === null)
    if (reference === null) return
    const price = worstAt(reference, typed.distance, { family: 'binary', side, tickSize })
    sender.press(
      { kind: 'binary_predict', asset, direction, amount: amount.amount, protection: { kind: 'worst', price } },
      clicks,
      shownOf({ mark: ticker?.mark, mid: ticker?.mid }),
    )
  }

  return (
    <form className={styles.form} aria-label="Predict" onSubmit={(event) => event.preventDefault()}>
      {permission.orders !== 'any' && (
        <div id="binary-permission">
          <Banner tone="warning" action={<OpenAccount signs />}>
            {permission.reason}
          </Banner>
        </div>
      )}
      <UnverifiedPrompts only={['binary_predict', 'binary_setup']} />
      <DecimalField
        ref={amountInput}
        label="Amount"
        value={amountText}
        onChange={(text) => change({ amount: text })}
        step={AMOUNT_STEP}
        suffix="USDC"
        keepsRoom
        error={'issue' in amount && (attempted || !amount.missing) ? amount.issue : null}
        hint={
          fill === null ? (
            'account not read yet'
          ) : (
            <button type="button" className={styles.link} onClick={() => change({ amount: fill })}>
              available {grouped(fill)} USDC
            </button>
          )
        }
      />
      <DecimalField
        label="At most"
        value={distanceText}
        onChange={(text) => change({ distance: text })}
        step={DISTANCE_STEP}
        suffix="cents worse"
        keepsRoom
        error={'issue' in typed ? typed.issue : unpriced ? 'No price is known to count from.' : null}
        hint={
          <span className={styles.quick}>
            {CENTS.map((choice) => (
              <button key={choice} type="button" className={styles.link} onClick={() => change({ distance: choice })}>
                {choice}
              </button>
            ))}
          </span>
        }
      />
      {exits.block}
      <div className={styles.sends}>
        {DIRECTIONS.map((direction) => (
          <PredictButton
            key={direction}
            direction={direction}
            asset={asset}
            tick={tickSize}
            disabled={permission.orders !== 'any' || busy}
            described={permission.orders !== 'any'}
            onPress={(clicks) => ask(direction, clicks)}
          />
        ))}
      </div>
      {/* Below the buttons: nothing that signs comes to lie where UP or DOWN was just clicked. */}
      {action !== undefined && awaitsEstimate(action) && <EstimateCard action={action} />}
      {staleWords !== null && (
        <p className={styles.caution} role="status">
          Prices are {staleWords}: the estimate may be wrong.
        </p>
      )}
      <FollowLine
        sender={sender}
        asset={asset}
        draft={JSON.stringify([asset, amountText, distanceText, priceless])}
        notice={priceless === 0 ? null : { tone: 'waiting', words: NO_PRICE }}
      >
        {/* No longer than without an amount: nothing below or beside it moves. */}
        {most === null ? (
          'The service estimates first: average, worst, contracts and cost. Nothing is signed before you confirm.'
        ) : (
          <>
            Costs at most <strong className={styles.most}>{grouped(most)} USDC</strong>, fees apart. Nothing is signed
            before you confirm its estimate.
          </>
        )}
      </FollowLine>
      <SetUp view={view} disabled={permission.orders === 'none'} />
    </form>
  )
}

interface PredictButtonProps {
  readonly direction: BinaryDirection
  readonly asset: string
  readonly tick: Decimal | null | BinaryView['markets'][number]['tickSize']
  readonly disabled: boolean
  readonly described: boolean
  readonly onPress: (clicks: number) => void
}

function PredictButton({ direction, asset, tick, disabled, described, onPress }: PredictButtonProps): ReactNode {
  const visible = usePanelVisible()
  const ticker = useTopic(visible ? { kind: 'ticker', asset } : null)
  const { buysAt } = pricesOf(direction, ticker)
  const price = buysAt === null ? null : atPlaces(buysAt, tick === null ? placesOf(buysAt) : placesOf(tick))
  return (
    <Button
      variant={direction === 'UP' ? 'buy' : 'sell'}
      aria-describedby={described ? 'binary-permission' : undefined}
      disabled={disabled}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
      onClick={(event) => onPress(event.detail)}
    >
      <span>{direction}</span> <span className={styles.what}>{price === null ? 'preview' : `preview at ${price}`}</span>
    </Button>
  )
}
