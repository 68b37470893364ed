/** The cost and proceeds of a complete set by the depth of all its books, and up to how many sets a profit remains after fees. */

import { type ReactNode, useMemo } from 'react'
import {
  absolute,
  add,
  greater,
  type Money,
  ONE,
  type Price,
  padTo,
  subtract,
  toPlaces,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import { grouped, moneyUnit, signed } from '../../format/index.ts'
import { useShareFees } from '../../queries/index.ts'
import {
  type CompleteSet,
  gains,
  type MemberBooks,
  priceSet,
  type RouteResult,
  type SetMember,
} from '../../relative-value/index.ts'
import { type JudgedBooks, Take } from './legs.tsx'
import { MESSAGES } from './messages.ts'
import styles from './relative-value.module.css'

interface CompleteSetsProps {
  readonly set: CompleteSet
  readonly books: JudgedBooks
  readonly isCut: boolean
}

export function CompleteSets({ set, books, isCut }: CompleteSetsProps): ReactNode {
  const { buy, sell } = useShareFees()
  const feeBps = greater(buy ?? ZERO, sell ?? ZERO)
  const isKnown = buy !== null && sell !== null
  const prices = useMemo(() => {
    const members = set.members.map(
      ({ coin, no }): MemberBooks => ({
        yes: books.fresh(coin),
        no: no === null ? null : books.fresh(no.coin),
      }),
    )
    return isCut ? { buy: null, sell: null } : priceSet(set, members, feeBps)
  }, [set, books, isCut, feeBps])
  return (
    <div className={styles.edges}>
      <h4 className={styles.subTitle}>Complete sets</h4>
      <Way name="Buy a set" set={set} result={prices.buy} />
      <Way name="Sell a set" set={set} result={prices.sell} />
      <p className={styles.faint}>
        One share of each pays 1 {moneyUnit('outcome')}. {isKnown ? MESSAGES.feesKnown : MESSAGES.feesUnknown} Orders
        are sent one by one; later ones may fill at other prices.
      </p>
    </div>
  )
}

interface WayProps {
  readonly name: string
  readonly set: CompleteSet
  readonly result: RouteResult | null
}

function Way({ name, set, result }: WayProps): ReactNode {
  if (result === null) return <p className={styles.prose}>{MESSAGES.setNotCounted(name)}</p>
  const { first, route, walk, capital } = result
  if (!gains(result) || walk === null || capital === null) {
    return (
      <p
        className={styles.prose}
      >{`${name}: ${first === null ? 'one of the outcomes has no price.' : nothingText(first, route.kind === 'buy_all')}`}</p>
    )
  }
  return (
    <article className={styles.card} aria-label={name}>
      <p className={styles.cardLine}>
        {name}:{' '}
        <b className={styles.gain}>
          {signed(toPlaces(walk.profit, 2, 'down'))} {moneyUnit('outcome')}
        </b>{' '}
        {walk.endsWithBook
          ? `on ${grouped(trimZeros(walk.sets))} sets, the size shown.`
          : `on ${grouped(trimZeros(walk.sets))} sets.`}{' '}
        Uses {grouped(toPlaces(capital, 2, 'up'))} {moneyUnit('outcome')}. {HOW[route.kind](set)}
      </p>
      <p className={styles.legs}>
        {route.legs.map(({ member, of, side }, at) => {
          const share = set.members[member]
          const worst = walk.legs[at]?.worst
          if (share === undefined || worst === undefined) return null
          return <Leg key={`${share.coin} ${of}`} share={share} of={of} side={side} worst={worst} result={result} />
        })}
      </p>
    </article>
  )
}

interface LegProps {
  readonly share: SetMember
  readonly of: 'yes' | 'no'
  readonly side: 'buy' | 'sell'
  readonly worst: Price
  readonly result: RouteResult
}

function Leg({ share, of, side, worst, result }: LegProps): ReactNode {
  const isNo = of === 'no' && share.no !== null
  const coin = isNo ? share.no.coin : share.coin
  const index = isNo ? share.no.side : share.side
  const what = share.no === null ? share.name : isNo ? `No, ${share.name}` : `Yes, ${share.name}`
  const limit = padTo(trimZeros(worst), 3)
  const text = side === 'buy' ? `Buy ${what} ≤ ${limit}` : `Sell ${what} ≥ ${limit}`
  return (
    <Take
      name={text}
      leg={{
        market: { family: 'outcome', outcomeId: share.outcomeId, side: index },
        asset: coin,
        side,
        price: worst,
        size: result.walk?.sets ?? null,
      }}
    >
      {text}
    </Take>
  )
}

/** The shortfall of the first set, as its cost or proceeds. */
function nothingText(first: Money, isBought: boolean): string {
  const off = padTo(trimZeros(toPlaces(absolute(first), 4)), 3)
  const one = ONE as unknown as Money
  const sum = padTo(trimZeros(toPlaces(isBought ? subtract(one, first) : add(one, first), 4)), 3)
  return isBought ? MESSAGES.costs(sum, off) : MESSAGES.brings(sum, off)
}

const HOW: { readonly [K in RouteResult['route']['kind']]: (set: CompleteSet) => string } = {
  buy_all: ({ kind }) =>
    kind === 'question'
      ? `Then merge the question into ${moneyUnit('outcome')}, in the Shares panel.`
      : `Then merge the shares into ${moneyUnit('outcome')}, in the Shares panel.`,
  sell_all: ({ kind }) =>
    kind === 'question'
      ? `First split ${moneyUnit('outcome')} in one outcome and negate its No, in the Shares panel.`
      : `First split ${moneyUnit('outcome')}, in the Shares panel.`,
  negate: () => 'Buy the No first and negate it, in the Shares panel; then sell.',
  buy_noes: () => 'Then negate one No and merge each of the others with the Yes of its outcome, in the Shares panel.',
}
