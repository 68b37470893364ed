/** `GET /v1/book` */
import { compare, type Price, type Size, signOf } from '../../../contract/decimal.ts'
import type { Book, Level } from '../../../contract/market.ts'
import type { Wire } from '../wire.ts'
import { ownAsset } from './ticker.ts'

export function bookOf(answer: Wire, asset: string): Book {
  const book = answer.unwrapped('book')
  const [bids, asks] = sidesOf(book)
  return {
    asset: ownAsset(book, asset),
    time: book.at('time').time(),
    bids: levelsOf(bids).sort((a, b) => compare(b.px, a.px)),
    asks: levelsOf(asks).sort((a, b) => compare(a.px, b.px)),
  }
}

/** `levels: [bids, asks]`, or `bids` and `asks` by name. */
function sidesOf(book: Wire): [Wire, Wire] {
  const levels = book.at('levels')
  if (levels.missing) return [book.at('bids'), book.at('asks')]
  const [bids, asks, ...rest] = levels.items()
  return bids === undefined || asks === undefined || rest.length > 0
    ? levels.fail('should be a list of bids and a list of asks')
    : [bids, asks]
}

const levelsOf = (side: Wire): Level[] =>
  side
    .items()
    .map((level) => ({
      px: level.at('px', 'price').decimal<Price>(),
      sz: level.at('sz', 'size').decimal<Size>(),
      n: level.at('n').optional((wire) => wire.integer()),
    }))
    .filter(({ sz }) => signOf(sz) > 0)
