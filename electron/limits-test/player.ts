/** A trader who plays one limit: asks for orders, looks at what the venue has of them, and keeps what was tried. */
import { absolute, compare, type Price, type Size, subtract, toStep, ZERO } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { LimitField } from '../../contract/limits.ts'
import type { LimitsTestTry } from '../../contract/limits-test.ts'
import type { Clock } from '../../contract/time.ts'
import { Cancelled, Moved, NotPlayable, SetAside } from './played.ts'
import { fieldOfCode } from './set-aside.ts'
import type { Place, Player } from './stage.ts'
import { type Asking, type Came, type TestTrader, until } from './test-trader.ts'

interface PlayerParts {
  /** As of `Stage.player`. */
  readonly codes: readonly string[] | 'any'
  readonly machine: Pick<Clock, 'monotonic' | 'after'>
  /** Where what was tried is kept. */
  readonly tries: LimitsTestTry[]
  readonly cancelled: () => boolean
}

/** @throws Error where the trader does not see the markets in time. */
export async function createPlayer(trader: TestTrader, parts: PlayerParts): Promise<Player> {
  const { codes, machine, tries } = parts
  const { feed } = trader.deployment
  await until(machine, 'The markets of the throw-away venue', () => {
    const asset = feed.bucket()?.current?.asset
    return asset !== undefined && feed.market(asset) !== null && feed.outcomesView().markets.length > 0
  })
  const asset = feed.bucket()?.current?.asset
  const market = asset === undefined ? null : feed.market(asset)
  if (asset === undefined || market === null) throw new Error('The throw-away venue has no live bucket.')
  const isFresh = (one: string): boolean => feed.ticker(one)?.stale === false && feed.ticker(one)?.mark !== null
  const open = feed
    .outcomesView()
    .markets.filter(({ sides, settling, expired }) => sides.length === 2 && !settling && !expired)
  const coins = open.flatMap(({ sides }) => sides.map(({ coin }) => coin))
  for (const one of [asset, ...coins]) feed.needPrices(one)
  await until(machine, 'The prices of the throw-away venue', () => [asset, ...coins].every(isFresh))
  const markOf = (one: string, tick: Price) => (): Price => {
    const mark = feed.ticker(one)?.mark ?? null
    if (mark === null || feed.ticker(one)?.stale !== false) throw new Moved()
    return toStep(mark, tick)
  }
  const placeOf = (coin: string): Place => {
    const found = open.find(({ sides }) => sides.some((side) => side.coin === coin))
    const tick = found?.tickSize ?? ('0.001' as Price)
    const lot = lotOfPlaces(found?.sizeDecimals ?? 2)
    return { asset: coin, tick, lot, mark: markOf(coin, tick) }
  }
  const otherSideOf = (coin: string): string =>
    open
      .flatMap(({ sides }) => (sides.some((side) => side.coin === coin) ? sides : []))
      .find((side) => side.coin !== coin)?.coin ?? coin
  const marks = coins.map((coin) => ({ coin, mark: feed.ticker(coin)?.mark ?? (ZERO as Price) }))
  const fromMiddle = (mark: Price): Price => absolute(subtract(mark, MIDDLE))
  const [inMiddle] = [...marks].sort((a, b) => compare(fromMiddle(a.mark), fromMiddle(b.mark)))
  // Of a price of nothing at all nobody can bid less.
  const [cheap] = marks.filter(({ mark }) => compare(mark, LEAST) >= 0).sort((a, b) => compare(a.mark, b.mark))
  if (inMiddle === undefined || cheap === undefined) throw new Error('The throw-away venue lists no outcome to trade.')

  const isOwn = (code: string | null): boolean => code !== null && codes !== 'any' && codes.includes(code)
  /** Another limit that refused it, if one did. */
  function inTheWayOf(came: Came, intent: Intent, by: Asking | undefined): LimitField | null {
    const code = came.as === 'refused' ? came.code : null
    if (code === null || isOwn(code)) return null
    const isHeld = code === 'limit_orders_per_minute' || code === 'held_paused'
    return fieldOfCode(
      code,
      isHeld ? code === 'limit_orders_per_minute' && by?.held !== undefined : intent.kind === 'outcome_order',
    )
  }
  const cancelIfAsked = (): void => {
    if (parts.cancelled()) throw new Cancelled()
  }

  async function asked(intent: Intent, by: Asking | undefined): Promise<{ came: Came; reached: number }> {
    cancelIfAsked()
    const before = await trader.received()
    const came = await trader.order(intent, by)
    const reached = [...(await trader.received())].filter((oid) => !before.has(oid)).length
    const inTheWay = reached === 0 ? inTheWayOf(came, intent, by) : null
    if (inTheWay !== null) throw new SetAside(inTheWay)
    return { came, reached }
  }

  return {
    trader,
    scalar: {
      asset,
      tick: market.tickSize,
      lot: lotOfPlaces(market.sizeDecimals),
      leverage: market.maxLeverage,
      mark: markOf(asset, market.tickSize),
    },
    outcome: placeOf(inMiddle.coin),
    otherSide: placeOf(otherSideOf(inMiddle.coin)),
    cheapest: placeOf(cheap.coin),
    tries,
    async goes(what, intent, by) {
      const { came, reached } = await asked(intent, by)
      if (came.as === 'refused' && !(codes === 'any' || isOwn(came.code))) throw new NotPlayable(saidBy(came))
      if (came.as === 'rejected')
        throw new NotPlayable(`The throw-away venue did not take what is inside: ${came.words ?? ''}`)
      const isRight = came.as === 'taken' && reached === 1
      const words = isRight
        ? 'Went out; the venue has it.'
        : came.as === 'taken'
          ? `Told as taken, but the venue has ${reached} of it.`
          : `Refused, though it is inside: ${saidBy(came)}`
      tries.push({ asked: what, meant: 'goes', came: words, isRight })
    },
    async isRefused(what, intent, by) {
      const { came, reached } = await asked(intent, by)
      const isNamed = came.as === 'refused' && isOwn(came.code) && came.words !== null
      if (came.as === 'refused' && !isNamed && reached === 0) throw new NotPlayable(saidBy(came))
      const isRight = isNamed && reached === 0
      const words = isRight
        ? `Refused: ${saidBy(came)} The venue has nothing of it.`
        : came.as === 'refused'
          ? `Told as refused, but it reached the venue: ${saidBy(came)}`
          : came.as === 'taken'
            ? 'Went out: nothing held it back, and the venue has it.'
            : `Went out: nothing here held it back. The venue itself said no: ${saidBy(came)}`
      tries.push({ asked: what, meant: 'refused', came: words, isRight })
    },
    async lead(intent, by) {
      cancelIfAsked()
      const came = await trader.order(intent, by)
      const inTheWay = inTheWayOf(came, intent, by)
      if (inTheWay !== null) throw new SetAside(inTheWay)
      if (came.as === 'taken') return
      // Whoever refuses before the limit is reached holds it wrongly too.
      if (isOwn(came.code))
        tries.push({
          asked: LEADING,
          meant: 'goes',
          came: `Refused, though it is inside: ${saidBy(came)}`,
          isRight: false,
        })
      throw new NotPlayable(`What leads up to it did not go: ${saidBy(came)}`)
    },
  }
}

const MIDDLE = '0.5' as Price
const LEAST = '0.01' as Price

const saidBy = ({ words, code }: Came): string => words ?? code ?? 'no reason was given.'

const lotOfPlaces = (places: number): Size => (places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`) as Size
const LEADING = 'An order that leads up to the limit, and is inside'
