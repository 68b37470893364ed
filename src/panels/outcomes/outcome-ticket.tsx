/** The ticket of one side: buy or sell, at a limit or at market, with what it costs and what it pays before it is sent. */
import { type ReactNode, useRef, useState } from 'react'
import { isFinal } from '../../../contract/action.ts'
import {
  absolute,
  type Decimal,
  divide,
  type Price,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { BookView } from '../../../contract/market.ts'
import { useCalmTopic, useServerClock, useTopicValue } from '../../market-data/index.ts'
import { useAccount, useSession } from '../../queries/index.ts'
import {
  outcomeFigures,
  outcomeIntentOf,
  outcomeIssues,
  outcomePermission,
  percentOf,
  sideWord,
  slippageBps,
  useFollowedAction,
  useSubmission,
} from '../../trade-forms/index.ts'
import { atPlaces, Banner, Button, DecimalField, grouped, NONE, Segmented, usePanelVisible } from '../../ui/index.ts'
import { setOutcomeDraft, useOutcomeStore } from '../../workspace/index.ts'
import { FollowLine, UnverifiedPrompts } from '../activity/index.ts'
import { useChance } from './chance.tsx'
import type { MarketProps } from './market-detail.tsx'
import styles from './outcomes.module.css'

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const
const MODES = [
  { value: 'limit', label: 'Limit' },
  { value: 'market', label: 'Market' },
] as const
const SLIPPAGES = ['0.5', '1', '2', '5'] as const
const SLIPPAGE_STEP = '0.1' as Decimal
const ONE = '1' as Decimal
/** How deep the book is walked, and how often the estimate is made anew. */
const LEVELS = 20
const ESTIMATE_EVERY_MS = 250

export function OutcomeTicket({ market, side, staleWords }: MarketProps & { staleWords: string | null }): ReactNode {
  const draft = useOutcomeStore((store) => store.draft)
  const session = useSession()
  const visible = usePanelVisible()
  const now = useServerClock(1000)
  const armed =
    useTopicValue({ kind: 'arming' }, ({ required, armedUntil }) => !required || armedUntil !== null) ?? true
  const permission = outcomePermission({ session: session ?? null, market, now, armed })
  const account = useAccount().data
  const open = !market.expired && !market.settling
  const book: BookView | undefined = useCalmTopic(
    visible && open ? { kind: 'book', asset: side.coin, step: null, levels: LEVELS } : null,
    ESTIMATE_EVERY_MS,
  )
  const last = useChance(side.coin)
  const sender = useSubmission()
  const action = useFollowedAction(sender.submission)
  const [attempted, setAttempted] = useState(false)
  const priceInput = useRef<HTMLInputElement>(null)
  const sizeInput = useRef<HTMLInputElement>(null)

  const terms = { coin: side.coin, tickSize: market.tickSize, sizeDecimals: market.sizeDecimals }
  const issues = outcomeIssues(draft, terms)
  const words = (field: 'price' | 'slippage' | 'size'): string | null =>
    issues.find((issue) => issue.field === field && (attempted || !issue.missing))?.message ??
    (attempted && action?.field === field ? action.message : null)
  const figures = outcomeFigures(draft, terms, book ?? null, last)
  const intent = outcomeIntentOf(draft, terms)
  const places = market.tickSize === null ? 3 : placesOf(market.tickSize)
  const buying = draft.side === 'buy'
  const collateral = account?.money.usdhOutcome ?? null
  const held = account?.positions.find(({ asset }) => asset === side.coin)?.size ?? null
  const busy =
    sender.submission.state === 'sending' ||
    (action !== undefined && !isFinal(action.state) && action.state !== 'resting' && action.state !== 'partly_filled')
  const off = permission.orders === 'none' || (permission.orders === 'reducing' && buying)
  const bound = figures?.bound ?? null

  const press = (clicks: number): void => {
    setAttempted(true)
    if (intent === null) {
      const input = issues[0]?.field === 'size' ? sizeInput : priceInput
      input.current?.focus()
      input.current?.select()
      return
    }
    sender.press(intent, clicks)
  }
  const change: typeof setOutcomeDraft = (next) => {
    setAttempted(false)
    setOutcomeDraft(next)
  }

  if (!open) {
    return (
      <section className={styles.ticket} aria-label={`Order for ${side.name}`}>
        {permission.orders !== 'any' && <Banner>{permission.reason}</Banner>}
        {held !== null && signOf(held) !== 0 && (
          <p className={styles.note}>
            You hold {grouped(trimZeros(absolute(held)))} {side.name}, which{' '}
            {market.winner === null
              ? 'pay 1 each if it wins'
              : market.winner === side.index
                ? 'pay 1 each'
                : 'pay nothing'}
            .
          </p>
        )}
        <FollowLine sender={sender} />
      </section>
    )
  }
  return (
    <form className={styles.ticket} aria-label={`Order for ${side.name}`} onSubmit={(event) => event.preventDefault()}>
      {permission.orders !== 'any' && (
        <div id="outcome-permission">
          <Banner tone="warning">{permission.reason}</Banner>
        </div>
      )}
      <UnverifiedPrompts only="outcome_order" />
      <div className={styles.choices}>
        <Segmented label="Buy or sell" options={SIDES} value={draft.side} onChange={(next) => change({ side: next })} />
        <Segmented label="Kind of order" options={MODES} value={draft.mode} onChange={(mode) => change({ mode })} />
      </div>
      {draft.mode === 'limit' ? (
        <DecimalField
          ref={priceInput}
          label="Price"
          value={draft.price}
          onChange={(price) => change({ price })}
          step={market.tickSize}
          suffix={intent?.mode.kind === 'limit' ? `${percentOf(intent.mode.price)} %` : '0 to 1'}
          error={words('price')}
          hint={<QuickPrices book={book ?? null} places={places} />}
        />
      ) : (
        <DecimalField
          ref={priceInput}
          label="Slippage"
          value={draft.slippage}
          onChange={(slippage) => change({ slippage })}
          step={SLIPPAGE_STEP}
          suffix={bpsWords(draft.slippage)}
          error={words('slippage')}
          hint={
            <span className={styles.quick}>
              {SLIPPAGES.map((choice) => (
                <button key={choice} type="button" className={styles.link} onClick={() => change({ slippage: choice })}>
                  {choice}
                </button>
              ))}
            </span>
          }
        />
      )}
      <DecimalField
        ref={sizeInput}
        label="Size"
        value={draft.size}
        onChange={(size) => change({ size })}
        step={ONE}
        suffix="shares"
        error={words('size')}
        hint={
          <MaxHint
            most={buying ? mostBought(collateral, bound, market.sizeDecimals) : held}
            words={buying ? 'max' : 'held'}
            known={account !== undefined}
            onPick={(size) => change({ size })}
          />
        }
      />
      <dl className={styles.figures}>
        <dt>Fills now</dt>
        <dd>
          {figures === null ? NONE : grouped(trimZeros(figures.fills))}
          {figures?.average != null && <small> at {toPlaces(figures.average, places + 1)}</small>}
        </dd>
        <dt>{draft.mode === 'limit' ? 'Rests' : 'Lapses'}</dt>
        <dd>{figures === null ? NONE : grouped(trimZeros(figures.rest))}</dd>
        <dt>{buying ? 'Costs at most' : 'Brings at least'}</dt>
        <dd>{figures?.money == null ? NONE : `${grouped(toPlaces(figures.money, 2, buying ? 'up' : 'down'))} USDH`}</dd>
        <dt>
          {buying ? 'Pays' : 'Gives up'} if {side.name}
        </dt>
        <dd>{figures === null ? NONE : `${grouped(toPlaces(figures.payout, 2))} USDH`}</dd>
        <dt>If not</dt>
        <dd>{figures === null ? NONE : '0.00 USDH'}</dd>
      </dl>
      {buying && open && collateral !== null && signOf(collateral) === 0 && (
        <p className={styles.note}>
          There is no USDH in outcome trading yet.{' '}
          <button type="button" className={styles.link} onClick={() => useOutcomeStore.setState({ tab: 'collateral' })}>
            Move some
          </button>
        </p>
      )}
      <Button
        variant={draft.side}
        disabled={off || busy}
        aria-busy={busy}
        aria-describedby={permission.orders === 'any' ? undefined : 'outcome-permission'}
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault()
        }}
        onClick={(event) => press(event.detail)}
      >
        <span>
          {sideWord(draft.side)} {side.name}
        </span>{' '}
        <span className={styles.what}>{sendWords(draft.size, bound, draft.mode, buying, places, intent !== null)}</span>
      </Button>
      {staleWords !== null && (
        <p className={styles.caution} role="status">
          What is shown is {staleWords}: the estimate may be wrong.
        </p>
      )}
      <FollowLine sender={sender}>
        A limit order rests until it fills; a market order fills at once or lapses.
      </FollowLine>
    </form>
  )
}

function sendWords(
  size: string,
  bound: Price | null,
  mode: 'limit' | 'market',
  buying: boolean,
  places: number,
  whole: boolean,
): string {
  if (!whole || bound === null) return mode === 'limit' ? 'enter price and size' : 'enter a size'
  const at = mode === 'limit' ? 'at' : buying ? 'at most' : 'at least'
  return `${trimZeros(size.trim() as Size)} ${at} ${atPlaces(bound, places)}`
}

function bpsWords(text: string): string {
  const read = slippageBps(text)
  return 'bps' in read ? `% = ${read.bps} bp` : '%'
}

/** What the collateral buys at a price, at the market's precision, never more. */
function mostBought(collateral: Decimal | null | undefined | string, price: Price | null, decimals: number | null) {
  if (collateral == null || price === null || signOf(price) <= 0) return null
  const places = decimals ?? 2
  const near = divide(collateral as Decimal, price, places + 8)
  return toPlaces(near, places, 'down') as unknown as Size
}

interface MaxHintProps {
  readonly most: Size | null
  readonly words: string
  readonly known: boolean
  readonly onPick: (size: string) => void
}

function MaxHint({ most, words, known, onPick }: MaxHintProps): ReactNode {
  if (!known) return 'account not read yet'
  if (most === null || signOf(most) === 0) return words === 'held' ? 'none held' : null
  const size = trimZeros(absolute(most))
  return (
    <button type="button" className={styles.link} onClick={() => onPick(size)}>
      {words} {grouped(size)}
    </button>
  )
}

/** Bid, middle and ask, each a click away. */
function QuickPrices({ book, places }: { book: BookView | null; places: number }): ReactNode {
  const bid = book?.bids[0]?.px ?? null
  const ask = book?.asks[0]?.px ?? null
  const mid =
    bid === null || ask === null || signOf(subtract(ask, bid)) < 0
      ? null
      : (toPlaces(
          divide(subtract(ask, subtract('0' as Decimal, bid)), '2' as Decimal, places + 2),
          places,
        ) as unknown as Price)
  const fill = (name: string, price: Price | null): ReactNode => (
    <button
      type="button"
      className={styles.link}
      disabled={price === null}
      onClick={() => {
        if (price !== null) setOutcomeDraft({ price })
      }}
    >
      {name}
    </button>
  )
  return (
    <span className={styles.quick}>
      {fill('bid', bid)}
      <span aria-hidden>·</span>
      {fill('mid', mid)}
      <span aria-hidden>·</span>
      {fill('ask', ask)}
    </span>
  )
}
