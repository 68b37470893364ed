/**
 * The ladder of the binary market. Its orders never rest: a press asks for an estimate, and the price of the row is the worst that it may
 * trade at. Buying is UP; selling is DOWN, or closes what is held the other way. Pure.
 */
import {
  absolute,
  type Decimal,
  type Money,
  type Price,
  padTo,
  placesOf,
  signOf,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import { grouped, signed } from '../../format/index.ts'
import { binaryResults, settledAt } from '../../positions/index.ts'
import { otherSide } from '../../trade-forms/index.ts'
import type { LadderFacts, LadderOrder, LadderPress, MarketLadder } from '../ladder/index.ts'

const PRESETS = ['10', '25', '50', '100'] as const satisfies readonly string[]
/** Of USDC, as the ticket takes it. */
const PLACES = 2

export function binaryLadder({ asset }: Pick<BinaryInstrument, 'asset'>): MarketLadder {
  return {
    sizes: { unit: 'USDC', presets: PRESETS as unknown as readonly [Decimal, ...Decimal[]], places: PLACES },
    ways: ['IOC'],
    note: 'A row is the worst price. A press on the bids asks for the side that the market is seen from, on the asks for the other one; against what is held it closes. Each waits at its estimate.',
    result: {
      title: 'If closed here',
      explanation:
        'What the contracts come to if they are closed at this price, with what was realised on the way, before fees. They settle at 1 or 0, not at a price.',
    },
    staysPut: 'Nothing rests in a binary market: there is nothing to move, to join, to post or to scale.',
    orderOf: (press, facts) => orderOf(asset, press, facts),
    resultAt: (price, position) => settledAt(position, price),
    pays(position) {
      const { won, lost } = binaryResults(position)
      const side = signOf(position.size) > 0 ? 'UP' : 'DOWN'
      return `${side}: ${signed(toPlaces(won, 2))} or ${signed(toPlaces(lost, 2))}`
    },
  }
}

function orderOf(asset: string | null, { side, price, size }: LadderPress, facts: LadderFacts): LadderOrder {
  if (asset === null) return { refusal: 'No binary asset is active now.' }
  if (!facts.isKnown) return { refusal: 'The account is not read yet: what is held is not known.' }
  const held = facts.position?.size ?? null
  const isLong = held !== null && signOf(held) > 0
  if (held !== null && signOf(held) !== 0 && isLong !== (side === 'buy')) {
    const what = isLong ? 'UP' : 'DOWN'
    return {
      intent: {
        kind: 'close',
        asset,
        position: isLong ? 'long' : 'short',
        size: null,
        protection: { kind: 'worst', price, bound: null },
      },
      words: `Close ${grouped(trimZeros(absolute(held)))} ${what} at ${ofSide(what, price)} or better`,
    }
  }
  const direction = side === 'buy' ? 'UP' : 'DOWN'
  return {
    intent: {
      kind: 'binary_predict',
      asset,
      direction,
      amount: size as Money,
      protection: { kind: 'worst', price },
    },
    words: `${direction} for ${grouped(trimZeros(size))} USDC at ${ofSide(direction, price)} or better`,
  }
}

/** A price of UP as whoever holds the side sees it. */
const ofSide = (side: 'UP' | 'DOWN', price: Price): Price =>
  side === 'UP' ? price : padTo(otherSide(price), placesOf(price))
