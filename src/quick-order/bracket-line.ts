/** The stop and the targets that are typed behind an order: `stop 71.2F target 72F`, `target 72F 50% target 73F 50%`. Pure. */
import { compare, type Decimal, HUNDRED, signOf } from '../../contract/decimal.ts'
import type { TypedPrice } from '../markets/quick-order/index.ts'
import { numberIn, priceIn } from './line-text.ts'

type Typed = Extract<TypedPrice, { kind: 'typed' }>

/** What protects whatever an order fills, as it was asked for; at least one of both. */
export interface AskedExits {
  readonly stop: Typed | null
  /** Nearest first or not, as they were typed. */
  readonly targets: readonly AskedTarget[]
}

export interface AskedTarget {
  readonly price: Typed
  /** Of what has filled, per cent. */
  readonly percent: Decimal
}

const HOW = 'Write it like: buy 50 @ 71.5F post stop 71.2F target 72F'
const ROLES: Readonly<Record<string, 'stop' | 'target'>> = { stop: 'stop', sl: 'stop', target: 'target', tp: 'target' }

/** Whether a word begins a stop or a target. */
export const beginsExit = (word: string): boolean => Object.hasOwn(ROLES, word)

interface Read {
  readonly exits: AskedExits
  /** What stands behind them. */
  readonly rest: readonly string[]
}

/** The exits at the beginning of some words, or what is wrong with them. */
export function exitsIn(words: readonly string[]): Read | { readonly why: string } {
  let stop: Typed | null = null
  const targets: { price: Typed; percent: Decimal | null }[] = []
  let rest = words
  for (;;) {
    const [word = '', ...more] = rest
    const role = Object.hasOwn(ROLES, word) ? ROLES[word] : undefined
    if (role === undefined) break
    const [text, ...behind] = more[0] === '@' || more[0] === 'at' ? more.slice(1) : more
    if (text === undefined) return { why: `The price of the ${role} is missing. ${HOW}` }
    const price = priceIn(text)
    if ('why' in price) return { why: `The ${role}: ${price.why}` }
    if (price.kind === 'quote') return { why: `“${text}” moves with the market, and a ${role} stands. ${HOW}` }
    rest = behind
    if (role === 'stop') {
      if (stop !== null) return { why: 'One stop at most: it closes all that has filled.' }
      stop = price
      continue
    }
    const [share = ''] = behind
    const percent = share.endsWith('%') ? numberIn(share.slice(0, -1), 'share') : null
    if (percent !== null && 'why' in percent) return percent
    if (percent !== null) rest = behind.slice(1)
    targets.push({ price, percent: percent?.value ?? null })
  }
  const shared = shareOut(targets)
  return 'why' in shared ? shared : { exits: { stop, targets: shared.targets }, rest }
}

/** One target closes all; of several each says how much. */
function shareOut(
  targets: readonly { readonly price: Typed; readonly percent: Decimal | null }[],
): { readonly targets: readonly AskedTarget[] } | { readonly why: string } {
  const read: AskedTarget[] = []
  for (const { price, percent: typed } of targets) {
    const percent = typed ?? (targets.length === 1 ? HUNDRED : null)
    if (percent === null) return { why: 'Say how much each target closes: target 72F 50% target 73F 50%.' }
    if (signOf(percent) <= 0) return { why: 'The share of a target must be greater than 0.' }
    if (compare(percent, HUNDRED) > 0) return { why: 'A target cannot close more than 100%.' }
    read.push({ price, percent })
  }
  return { targets: read }
}

/** Stop and targets in words, each target with its share where there are several: `, stop 571.2, target 572 for 50%, target 573 for 50%`. */
export function exitLabel<Level>(
  exits: {
    readonly stop: Level | null
    readonly targets: readonly { readonly price: Level; readonly percent: Decimal }[]
  },
  say: { readonly price: (price: Level) => string; readonly percent: (percent: Decimal) => string },
): string {
  const { stop, targets } = exits
  const share = (percent: Decimal): string => (targets.length === 1 ? '' : ` for ${say.percent(percent)}`)
  return [
    ...(stop === null ? [] : [`, stop ${say.price(stop)}`]),
    ...targets.map(({ price, percent }) => `, target ${say.price(price)}${share(percent)}`),
  ].join('')
}
