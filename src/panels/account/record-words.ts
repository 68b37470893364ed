/** Words about records. Pure. */
import type { Decimal } from '../../../contract/decimal.ts'
import {
  BAR_WORDS,
  KEEP_WORDS,
  type KeepRecords,
  keepsLess,
  type RecordsView,
} from '../../../contract/record-keeping.ts'
import { grouped, utcDateText } from '../../format/index.ts'

const count = (value: number, one: string, many: string): string =>
  `${grouped(String(value) as Decimal)} ${value === 1 ? one : many}`

/** `412,331 fills and 80,210 orders` */
export const countWords = (fills: number, orders: number): string =>
  [fills > 0 && count(fills, 'fill', 'fills'), orders > 0 && count(orders, 'order', 'orders')]
    .filter((words) => words !== false)
    .join(' and ')

/** `a, b and c` */
export const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** What keeping less would do, a sentence each; null where the choice keeps as much as now. */
export function planWords({ keep, plans }: RecordsView, choice: KeepRecords): readonly string[] | null {
  if (choice === 'everything' || !keepsLess(choice, keep)) return null
  const { cut, fills, orders, bars, isHeldBack } = plans[choice]
  const day = utcDateText(cut)
  const age = KEEP_WORDS[choice]
  const isAny = fills + orders > 0
  return [
    isAny
      ? `${countWords(fills, orders)} before ${day} are put together to sums, and each day those that become older than ${age}.`
      : `Nothing is older than ${age} yet. Once something is, it is put together to sums.`,
    ...(isHeldBack
      ? [`What was made on ${day} or later stays for now: an order or an action of then is still at work.`]
      : []),
    ...(isAny && bars.length > 0 ? [`It begins once ${listWords(bars.map((bar) => BAR_WORDS[bar]))}.`] : []),
    'They cannot be had back one by one. If you need every row, write Fills and Order history to CSV first.',
  ]
}
