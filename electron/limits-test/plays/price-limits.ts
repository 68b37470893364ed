/** Plays of what a price is held to: the bands around the mark, and the collar over a minute. */
import {
  add,
  compare,
  type Decimal,
  divide,
  ONE,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
} from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { LimitField } from '../../../contract/limits.ts'
import { priceWords } from '../../../contract/price-words.ts'
import { distanceWords, ofCents } from '../../../contract/protection.ts'
import { Moved, NotPlayable } from '../played.ts'
import { codesOf } from '../set-aside.ts'
import { limitOrder, mirrored, type Place, type Play, type Player, type Stage, shares } from '../stage.ts'

/** What differs between the two kinds of markets. */
interface Kind {
  readonly field: LimitField
  readonly family: 'scalar' | 'outcome'
  readonly order: (place: Place, side: 'buy' | 'sell', price: Price) => Intent
}

const SCALAR = {
  family: 'scalar',
  order: (place: Place, side: 'buy' | 'sell', price: Price) => limitOrder(place, side, place.lot, price, 'GTC'),
} as const
const OUTCOME = {
  family: 'outcome',
  order: (place: Place, side: 'buy' | 'sell', price: Price) => shares(place, side, atLeastOne(place), price),
} as const

/** A share, or a lot where that is more. */
const atLeastOne = ({ lot }: Place): Size => (compare(lot, '1' as Size) > 0 ? lot : ('1' as Size))

/** Asks for what was worked out from a mark. @throws Moved where that is another by the time that it was answered */
async function whileAt(place: Place, mark: Price, ask: () => Promise<void>, player: Player): Promise<void> {
  const before = player.tries.length
  await ask()
  if (compare(place.mark(), mark) === 0) return
  player.tries.splice(before)
  throw new Moved()
}

async function playBand(stage: Stage, kind: Kind, band: Price, placeOf: (player: Player) => Place): Promise<void> {
  const player = await stage.player(codesOf(kind.field))
  const place = placeOf(player)
  if (kind.family === 'outcome') await player.trader.payForShares()
  const mark = place.mark()
  const inside = toStep(add(mark, band), place.tick)
  const outside = add(inside, place.tick)
  if (kind.family === 'outcome' && compare(outside, ONE) >= 0) {
    throw new NotPlayable(
      `No price below 1 lies further than ${distanceWords(band, kind.family)} from the lowest mark here, ${priceWords(mark)}.`,
    )
  }
  const said = (price: Price): string =>
    `Buy at ${priceWords(price)}, ${distanceWords(subtract(price, mark), kind.family)} above the mark of ${priceWords(mark)}`
  await whileAt(place, mark, () => player.isRefused(said(outside), kind.order(place, 'buy', outside)), player)
  await whileAt(place, mark, () => player.goes(said(inside), kind.order(place, 'buy', inside)), player)
}

export const playBandDegrees: Play = (stage) =>
  playBand(
    stage,
    { ...SCALAR, field: 'priceBandDegrees' },
    stage.limits.priceBandDegrees as string as Price,
    ({ scalar }) => scalar,
  )

export const playBandCents: Play = (stage) =>
  playBand(
    stage,
    { ...OUTCOME, field: 'priceBandCents' },
    ofCents(stage.limits.priceBandCents),
    ({ cheapest }) => cheapest,
  )

/** A first order trades; then how far from where the market stood before it one more may go. */
async function playCollar(player: Player, kind: Kind, collar: Price, place: Place, reference: Price): Promise<void> {
  const furthest = toStep(add(reference, collar), place.tick)
  const outside = add(furthest, place.tick)
  if (kind.family === 'outcome' && compare(outside, ONE) >= 0) {
    throw new NotPlayable(
      `No price below 1 lies further than ${distanceWords(collar, kind.family)} from where the market stood, ${priceWords(reference)}.`,
    )
  }
  const said = (price: Price): string =>
    `Within 60 s of a purchase: buy at ${priceWords(price)}, ${distanceWords(subtract(price, reference), kind.family)} above ${priceWords(reference)}, where the market stood before it`
  await player.isRefused(said(outside), kind.order(place, 'buy', outside))
  await player.goes(said(furthest), kind.order(place, 'buy', furthest))
}

/** The middle of what the player's own terminal shows. */
function middleOf({ trader }: Player, { asset }: Place): Price {
  const depth = trader.deployment.feed.depth(asset)
  const [bid, ask] = [depth?.bids[0]?.px, depth?.asks[0]?.px]
  if (bid === undefined || ask === undefined) throw new Moved()
  return divide(add(bid, ask), '2' as Decimal, 6) as Price
}

export const playCollarDegrees: Play = async (stage) => {
  const player = await stage.player(codesOf('collarDegrees'))
  const { scalar } = player
  // Below the mark, so that the band around the mark is not what holds first.
  const ask = subtract(scalar.mark(), '1' as Price)
  const size = '1' as Size
  await stage.quote(limitOrder(scalar, 'sell', size, ask, 'GTC'))
  await stage.quote(limitOrder(scalar, 'buy', size, subtract(ask, '1' as Price), 'GTC'))
  await stage.shows(player, scalar, 'both')
  const reference = middleOf(player, scalar)
  await player.lead(limitOrder(scalar, 'buy', scalar.lot, ask, 'IOC'))
  const collar = stage.limits.collarDegrees as string as Price
  await playCollar(player, { ...SCALAR, field: 'collarDegrees' }, collar, scalar, reference)
}

export const playCollarCents: Play = async (stage) => {
  const player = await stage.player(codesOf('collarCents'))
  const { outcome, otherSide } = player
  await player.trader.payForShares()
  const mark = outcome.mark()
  const ask = subtract(mark, '0.02' as Price)
  const bid = subtract(mark, '0.04' as Price)
  if (signOf(bid) <= 0) throw new NotPlayable(`The market stands too low for it, at ${priceWords(mark)}.`)
  const size = '100' as Size
  // To bid for the one side is to offer the other.
  await stage.quote(shares(otherSide, 'buy', size, mirrored(ask)))
  await stage.quote(shares(outcome, 'buy', size, bid))
  await stage.shows(player, outcome, 'both')
  const reference = middleOf(player, outcome)
  await player.lead(shares(outcome, 'buy', atLeastOne(outcome), ask))
  await playCollar(player, { ...OUTCOME, field: 'collarCents' }, ofCents(stage.limits.collarCents), outcome, reference)
}
