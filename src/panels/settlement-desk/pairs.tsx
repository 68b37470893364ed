/** What of the differences between markets of the hour could really be traded: after depth and fees, mostly nothing, and then it says so. */
import { type ReactNode, useMemo } from 'react'
import {
  absolute,
  type Decimal,
  type Money,
  multiply,
  type Price,
  padTo,
  placesOf,
  signOf,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { grouped, signed } from '../../format/index.ts'
import {
  basisBetween,
  byGain,
  type Hour,
  type Pair,
  type PairResult,
  pairsOf,
  type Risk,
  walkPair,
} from '../../relative-value/index.ts'
import { claimText, legOf } from './hour-rows.ts'
import { MESSAGES } from './messages.ts'
import styles from './relative-value.module.css'
import { Take } from './take-leg.tsx'
import type { JudgedBooks } from './use-books.ts'

interface PairsProps {
  readonly hour: Hour
  readonly books: JudgedBooks
  /** The trader's fee for taking, in basis points; null where it is not known. */
  readonly binaryBps: Decimal | null
}

export function Pairs({ hour, books, binaryBps }: PairsProps): ReactNode {
  const pairs = useMemo(() => pairsOf(hour), [hour])
  const results = useMemo(
    () =>
      pairs
        .filter((pair) => binaryBps !== null || !hasBinary(pair))
        .flatMap((pair) => walkPair(pair, { binaryBps: binaryBps ?? ('0' as Decimal), book: books.fresh }) ?? [])
        .sort(byGain),
    [pairs, books, binaryBps],
  )
  const gaining = results.filter(({ walk }) => walk !== null)
  const [nearest] = results
  return (
    <div className={styles.edges}>
      <h4 className={styles.subTitle}>Between them</h4>
      {gaining.map((result) => (
        <PairCard key={keyOf(result.pair)} result={result} hour={hour} />
      ))}
      {gaining.length === 0 && <p className={styles.words}>{nothingText(pairs, results, nearest, binaryBps)}</p>}
      <p className={styles.faint}>
        The scalar market pays by the degree, these contracts 1 or 0: no size of one covers the other, so nothing is
        counted between them.
      </p>
    </div>
  )
}

const hasBinary = ({ legs }: Pair): boolean => legs.some(({ market }) => market.family === 'binary')
const keyOf = ({ legs }: Pair): string =>
  legs.map(({ market, contract }) => `${market.key} ${contract.name}`).join(' + ')

function nothingText(
  pairs: readonly Pair[],
  results: readonly PairResult[],
  nearest: PairResult | undefined,
  binaryBps: Decimal | null,
): string {
  if (pairs.length === 0)
    return 'Nothing to compare: no two contracts of this hour stand for temperatures that go together.'
  if (results.length === 0) {
    return binaryBps === null && pairs.every(hasBinary)
      ? 'Not counted: your fees are not known. Sign in to have them read.'
      : MESSAGES.pairsNotCounted
  }
  if (nearest?.first == null) return 'Nothing to trade: one side of every pair has no offer.'
  const names = nearest.pair.legs.map(({ contract }) => contract.name).join(' + ')
  return MESSAGES.nothingAfterFees(names, figure(absolute(nearest.first)))
}

/** A small figure of money to what can be told apart. */
const figure = (value: Money): string => padTo(trimZeros(toPlaces(value, 4)), 3)
/** Money that is won is rounded down, money that is paid up. */
const won = (value: Money): string => signed(toPlaces(value, 2, 'down'))
const paid = (value: Money): string => grouped(toPlaces(value, 2, 'up'))

function PairCard({
  result: { pair, walk, capital },
  hour,
}: {
  readonly result: PairResult
  readonly hour: Hour
}): ReactNode {
  if (walk === null || capital === null) return null
  const { sets, profit, fees, legs } = walk
  return (
    <article
      className={styles.card}
      aria-label={`Pair ${pair.legs.map(({ contract }) => contract.name).join(' and ')}`}
    >
      <p className={styles.cardLine}>
        <b className={signOf(toPlaces(profit, 2, 'down')) > 0 ? styles.gain : undefined}>{won(profit)}</b> on{' '}
        {grouped(trimZeros(sets))} of each{walk.endsWithBook ? ', all that is shown' : ''}. Ties up {paid(capital)},
        fees {paid(fees)}.
      </p>
      <p className={styles.legs}>
        {pair.legs.map(({ market, contract }, at) => {
          const leg = legs[at]
          if (leg === undefined) return null
          const own = priceText(leg.worst, market.tick)
          // A prediction is an amount: what the contracts cost at the worst of their prices.
          const amount = FAMILY_RULES[market.family].isPredicted
            ? toPlaces(multiply(leg.worst, sets) as unknown as never, 2, 'up')
            : sets
          const words = contract.claim === null ? contract.name : `${contract.name} ${claimText(contract.claim)}`
          return (
            <Take key={contract.name} name={`Buy ${words} ≤ ${own}`} leg={legOf(market, contract, leg.worst, amount)}>
              Buy {words} ≤ {own}
            </Take>
          )
        })}
      </p>
      <ul className={styles.notes} aria-label="What can still be lost">
        {pair.risks.map((risk) => (
          <li key={risk}>{riskText(risk, pair, hour)}</li>
        ))}
      </ul>
    </article>
  )
}

const priceText = (price: Price, tick: Price | null): string =>
  tick === null ? price : padTo(trimZeros(price), placesOf(tick))

function riskText(risk: Risk, pair: Pair, { twapWindow }: Hour): string {
  const between = basisBetween(pair)
  switch (risk) {
    case 'basis':
      return `One settles on the average of the last ${twapWindow / 1000} s, the other on the reading at the end: where the two fall on different sides of ${between === null ? 'the thresholds' : between[0] === between[1] ? `${between[0]} °F` : `${between[0]} and ${between[1]} °F`}, both can lose.`
    case 'edge':
      return `At exactly ${between?.[0] ?? 'the threshold'} °F it is not said that either pays.`
    case 'liquidation':
      return 'The binary contracts are held at leverage 2 and can be liquidated on the way; the other leg then stands alone.'
    case 'collateral':
      return 'One pays USDC, the other USDH: counted as the same.'
    case 'legging':
      return 'Two orders: the second may find other prices than these.'
  }
}
