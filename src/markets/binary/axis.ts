/** Prices of the binary market: what a contract of UP costs, or of DOWN, which costs what is left to 1. Pure. */
import { ONE, placesOf, ZERO } from '../../../contract/decimal.ts'
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import type { Format } from '../../format/index.ts'
import { type Axis, createAxis, percentUnit, probabilityUnit, type Words } from '../axis/index.ts'

const wordsOf = (side: 'UP' | 'DOWN'): Words => ({
  size: 'Contracts',
  bids: `Bids for ${side}`,
  asks: `Asks for ${side}`,
  noBids: `Nobody bids for ${side} now`,
  noAsks: `Nobody offers ${side} now`,
  bought: `bought ${side}`,
  sold: `sold ${side}`,
})

/** Prices and per cent of UP or of DOWN. */
export function binaryAxis({ tick }: Pick<BinaryInstrument, 'tick'>, format: Format): Axis {
  const places = tick === null ? 0 : placesOf(tick)
  return createAxis(
    {
      family: 'binary',
      key: `binary/${tick}`,
      tick,
      units: [probabilityUnit(places), percentUnit(places)],
      second: (unit) => (unit === 'price' ? 'percent' : 'price'),
      sides: [
        { id: 'up', label: 'UP', mirrored: false, words: wordsOf('UP') },
        { id: 'down', label: 'DOWN', mirrored: true, words: wordsOf('DOWN') },
      ],
      bounds: { least: ZERO, most: ONE },
    },
    format,
  )
}
