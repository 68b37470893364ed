/** The prices of a market as a sentence that is read aloud. Pure but for the format of the window. */
import type { Price } from '../../../contract/decimal.ts'
import type { Ticker } from '../../../contract/market.ts'
import type { PriceView } from '../../markets/family/index.ts'

type View = Pick<PriceView, 'named' | 'second' | 'mirrored'>
type Prices = Pick<Ticker, 'mark' | 'mid' | 'last' | 'bid' | 'ask' | 'stale'>

/**
 * `NYCTMP1: mark 571.84, 71.84 °F, bid 571.80, ask 571.90`; says what is missing and what is old.
 * @param title the market, with the side that it is seen from
 * @param ticker undefined before there is one; null where nothing trades
 */
export function priceLabel(title: string, ticker: Prices | undefined | null, view: View): string {
  if (ticker === null) return `${title}: nothing trades now`
  if (ticker === undefined) return `${title}: no prices yet`
  const { bid, ask, stale } = ticker
  const of = (value: Price | null): string => (value === null ? 'none' : view.named(value))
  const [best, other] = view.mirrored ? [ask, bid] : [bid, ask]
  const parts = [leading(ticker, view), `bid ${of(best)}`, `ask ${of(other)}`]
  return `${title}: ${parts.join(', ')}${stale ? ', out of date' : ''}`
}

/** What it stands at: the mark, where there is none the middle of the book, else what traded last. */
function leading({ mark, mid, last }: Prices, { named, second }: View): string {
  const value = mark ?? mid ?? last
  if (value === null) return 'mark none'
  const name = mark !== null ? 'mark' : mid !== null ? 'middle' : 'last'
  const beside = second(value)
  return `${name} ${named(value)}${beside === named(value) ? '' : `, ${beside}`}`
}
