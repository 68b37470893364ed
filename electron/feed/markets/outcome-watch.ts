/** The `outcomes` topic: the outcome markets, read at a slow interval and whenever one of them expires (docs/service/outcomes.md#meta). */
import { COLLATERALS, type Collateral, DEFAULT_OUTCOME_COLLATERAL } from '../../../contract/collateral.ts'
import type { MarketFault } from '../../../contract/market.ts'
import { namedCollateral, type OutcomeMarket, type OutcomeSide, type OutcomesView } from '../../../contract/outcome.ts'
import type { TradingService } from '../../service/index.ts'
import { AcceptedFacts, keepEqualEntries } from './accepted-facts.ts'
import { APART } from './clock-offset.ts'
import { type FamilyWatchOptions, PacedWatch } from './paced-watch.ts'

/** `onChange` is called for changes of more than its age: windows need not repaint the same list. */
interface OutcomeWatchOptions extends FamilyWatchOptions {
  readonly service: Pick<TradingService, 'outcomes'>
  readonly collateral: CollateralKnown
}

/** Known collateral of outcome markets before they are read; null where unknown. */
export interface CollateralKnown {
  /** From the deployment's settings: overrides metadata. */
  readonly ofProfile: Collateral | null
  /** From metadata, in the terminal's last run. */
  readonly before: Collateral | null
}

/** Facts that one answer alone does not change. */
type Fate = Pick<OutcomeMarket, 'expiry' | 'expired' | 'winner'>

/** One side of an outcome market with the market. */
export interface OutcomeFacts {
  readonly market: OutcomeMarket
  readonly side: OutcomeSide
}

const WATCHED = 15_000
/** Interval without watchers: main's own needs change rarely, ms. */
const UNWATCHED = 60_000
/** A market's expiry has passed, and the service does not report it as settling or expired yet. */
const OVERDUE = 2000
/** Such frequent reads end this long after the expiry. */
const OVERDUE_FOR = 60_000
/** An older state is stale, ms. */
const STALE_AFTER = 35_000

export class OutcomeWatch extends PacedWatch {
  readonly #options: OutcomeWatchOptions
  readonly #byCoin = new Map<string, OutcomeFacts>()
  readonly #accepted: AcceptedFacts<Fate>
  /** The markets of the latest answer, and those of them that are confirmed. */
  #said: readonly OutcomeMarket[] = []
  #markets: readonly OutcomeMarket[] = []
  #collateral: Collateral
  /** When a read last changed a market's reported or accepted state; monotonic. */
  #newsAt = Number.NEGATIVE_INFINITY
  /** As last published. */
  #published: Pick<OutcomesView, 'markets' | 'error' | 'stale'> = { markets: this.#markets, error: null, stale: true }

  constructor(options: OutcomeWatchOptions) {
    super({
      ...options,
      what: 'the outcome markets',
      rhythm: { watched: WATCHED, unwatched: UNWATCHED },
      staleAfter: STALE_AFTER,
    })
    this.#options = options
    const { ofProfile, before } = options.collateral
    this.#collateral = ofProfile ?? before ?? DEFAULT_OUTCOME_COLLATERAL
    this.#accepted = new AcceptedFacts(options.clock, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  }

  get collateral(): Collateral {
    return this.#collateral
  }

  /** The market and side of a coin; null where the service has not listed it. */
  outcome(coin: string): OutcomeFacts | null {
    return this.#byCoin.get(coin) ?? null
  }

  protected override ended(): void {
    this.tick()
  }

  protected override publish(): void {
    const now = { markets: this.#markets, error: this.error, stale: this.stale }
    const reported = this.#published
    if (now.markets === reported.markets && now.error === reported.error && now.stale === reported.stale) return
    this.#published = now
    this.#options.onChange()
  }

  view(): OutcomesView {
    return { markets: this.#markets, error: this.error, receivedAt: this.receivedAt, stale: this.stale }
  }

  protected override async round(isCurrent: () => boolean): Promise<void> {
    const markets = await this.#options.service.outcomes()
    if (!isCurrent()) return
    this.#collateral = this.#options.collateral.ofProfile ?? collateralNow(markets, this.#collateral)
    const messages = keepEqualEntries(this.#said, markets)
    const kept = keepEqualEntries(
      this.#markets,
      messages.map((market) => this.#acceptedMarket(market)),
    )
    const isNews = messages !== this.#said || kept !== this.#markets
    if (isNews && this.receivedAt !== null) this.#newsAt = this.#options.clock.monotonic()
    this.#said = messages
    if (kept === this.#markets) return
    this.#markets = kept
    this.#byCoin.clear()
    for (const market of kept) for (const side of market.sides) this.#byCoin.set(side.coin, { market, side })
  }

  /** Settling is accepted at once: no order goes into a market that may be about to end. */
  #acceptedMarket(market: OutcomeMarket): OutcomeMarket {
    const { expiry, expired, winner } = market
    const { offset } = this.#options
    const accepted = this.#accepted.take(String(market.outcomeId), { expiry, expired, winner }, (before) => {
      const isOver = offset.isConfirmed && before.expiry !== null && this.#serverNow >= before.expiry
      if (isOver) return expired || !before.expired
      // A postponed expiry is accepted, so that nothing ends at the earlier one.
      const isPutOff = before.expiry === null || (expiry !== null && expiry >= before.expiry)
      return isPutOff && expired === before.expired && winner === before.winner
    })
    return { ...market, ...accepted, ...this.#faultOf(market) }
  }

  /** A market with another collateral than the deployment's others accepts no entries. */
  #faultOf({ fault, collateral }: OutcomeMarket): MarketFault {
    if (collateral === undefined || String(collateral) === this.#collateral) return {}
    const elsewhere = `paid in ${collateral}, others in ${this.#collateral}`
    return { fault: fault === undefined ? elsewhere : `${fault}, ${elsewhere}` }
  }

  get #serverNow(): number {
    return this.#options.clock.now() + (this.#options.offset.offset ?? 0)
  }

  protected override rest(): number {
    const { clock } = this.#options
    const serverNow = this.#serverNow
    const readAt = serverNow - (this.age ?? 0)
    // A deviating answer may be old or wrong: a second one must confirm it.
    const isInDoubt = clock.monotonic() - (this.age ?? 0) - this.#newsAt < APART
    let rest = isInDoubt ? Math.min(this.rhythm, APART) : this.rhythm
    for (const { expiry, expired, settling } of this.#markets) {
      if (expiry === null || expired || expiry > serverNow) continue
      if (expiry > readAt) return 0
      if (!settling && serverNow - expiry < OVERDUE_FOR) rest = Math.min(rest, OVERDUE)
    }
    return rest
  }
}

/** Collateral of live markets: unchanged while one of them still uses it, else that of most of them. */
function collateralNow(markets: readonly OutcomeMarket[], before: Collateral): Collateral {
  const named = markets.filter(({ expired }) => !expired).flatMap((market) => namedCollateral(market) ?? [])
  if (named.length === 0 || named.includes(before)) return before
  return COLLATERALS.find((one) => one !== before) ?? before
}
