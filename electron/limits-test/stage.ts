/** Where limits are played: the throw-away venue, the one on the other side of every trade, and traders that have the limits under test. */
import { randomUUID } from 'node:crypto'
import type { HeldWork } from '../../contract/action.ts'
import { type Fahrenheit, ONE, type Price, type Size, subtract } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { TradingLimits } from '../../contract/limits.ts'
import type { LimitsTestTry } from '../../contract/limits-test.ts'
import type { Side } from '../../contract/market.ts'
import type { Clock } from '../../contract/time.ts'
import type { PushedClock } from './pushed-clock.ts'
import type { Asking, TestTrader } from './test-trader.ts'
import type { VenueControl } from './venue-control.ts'

/** A market that is played in. */
export interface Place {
  readonly asset: string
  readonly tick: Price
  readonly lot: Size
  /** What it trades at now, as the trader's own terminal knows it, on a tick. */
  mark(): Price
}

/** A trader with the limits under test, who keeps what was tried. */
export interface Player {
  readonly trader: TestTrader
  readonly scalar: Place & { readonly leverage: number }
  /** A side of an outcome with two, whose price lies in the middle; its other side; and the one that costs least of all. */
  readonly outcome: Place
  readonly otherSide: Place
  readonly cheapest: Place
  readonly tries: LimitsTestTry[]
  /** Must go: the venue takes it. @param what in words, with exact figures */
  goes(what: string, intent: Intent, by?: Asking): Promise<void>
  /** Must be refused by the limit that is played, and not reach the venue. */
  isRefused(what: string, intent: Intent, by?: Asking): Promise<void>
  /** Asks for orders that only lead up to what is tried. @throws NotPlayable where one does not go */
  lead(intent: Intent, by?: Asking): Promise<void>
}

export interface Stage {
  /** As the trader has set them, but for what is set aside. */
  readonly limits: TradingLimits
  readonly other: TestTrader
  readonly control: VenueControl
  readonly clock: PushedClock
  readonly machine: Pick<Clock, 'monotonic' | 'after'>
  /** Whether the deployment whose limits these are is practice. */
  readonly isPractice: boolean
  /** A new one, with a wallet of its own. @param codes by which the limit that is played refuses; `any` where no refusal is right */
  player(codes: readonly string[] | 'any'): Promise<Player>
  /** Time passes, for the venue and for every trader. */
  push(ms: number): Promise<void>
  /** The one on the other side offers, or bids. */
  quote(intent: Intent): Promise<void>
  /** All that it offers and bids is taken back. */
  clearOther(): Promise<void>
  /** Waits until a player's own terminal shows what was quoted: so much on offer, or both sides of the book. */
  shows(player: Player, place: Place, what: Size | 'both'): Promise<void>
  /** Pins the temperature, and waits until a player's own terminal has the mark of it. @throws Moved where it is another by then */
  pin(player: Player, temperature: Fahrenheit): Promise<void>
}

/** What a play does: it leaves what was tried with its players. */
export type Play = (stage: Stage) => Promise<void>

export const limitOrder = (
  { asset }: Pick<Place, 'asset'>,
  side: Side,
  size: Size,
  price: Price,
  tif: 'GTC' | 'IOC' | 'ALO',
): Intent => ({ kind: 'place', asset, side, price, size, tif, reduceOnly: false })

export const shares = ({ asset }: Pick<Place, 'asset'>, side: Side, size: Size, price: Price): Intent => ({
  kind: 'outcome_order',
  asset,
  side,
  size,
  mode: { kind: 'limit', price },
})

/** What is left to 1: the price of the other side. */
export const mirrored = (price: Price): Price => subtract(ONE, price)

/** A new id of held work. */
export const heldWork = (): HeldWork => ({ id: randomUUID(), what: 'Test of limits' })
