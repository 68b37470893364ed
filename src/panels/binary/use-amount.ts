/** The amount of a prediction: as it is typed, what that comes to, and what a press sends. */

import { useMemo } from 'react'
import { type Money, type Price, subtract } from '../../../contract/decimal.ts'
import type { Ticker } from '../../../contract/market.ts'
import { belowMinimumText } from '../../../contract/minimum-value.ts'
import { amountOf, binaryAmount, contractsFor, pricesOf } from '../../markets/binary/index.ts'
import { useCloseDistances } from '../../queries/index.ts'
import { type Entries, stopFactsOf, useHeldSize } from '../../sizes/index.ts'
import { useDraft } from '../../workspace/index.ts'

export interface Amount {
  /** What is sent; or what is wrong, which is said before a press only where it is not that something is missing. */
  readonly read: { readonly amount: Money } | { readonly issue: string; readonly missing: boolean }
  /** Of money `≈ 102.86 UP, 146.95 DOWN`, of anything else `= 61.72 USDC`: no more fits beside another field. Null where there is nothing to say. */
  readonly note: string | null
  /** What each direction is entered at, prices of UP. */
  readonly entries: Entries
  /** A button that sends it goes down. */
  readonly hold: () => void
}

interface AmountTerms {
  readonly asset: string
  readonly tick: Price | null
  readonly ticker: Pick<Ticker, 'mark' | 'mid' | 'bid' | 'ask'> | undefined
  readonly available: Money | null
  /** Smallest amount of a prediction; null where none is known. */
  readonly minimum: Money | null
}

export function useAmount({ asset, tick, ticker, available, minimum }: AmountTerms): Amount {
  const { amount: text, amountBy: by, exits } = useDraft('binary')
  const closes = useCloseDistances().binary
  const [up, down] = [pricesOf('UP', ticker).buysAt, pricesOf('DOWN', ticker).buysAt]
  const worked = useMemo(() => {
    if (by === 'money') return null
    const prices = [up, down].filter((price) => price !== null)
    return binaryAmount(
      { text, by },
      {
        available,
        prices,
        stop: stopFactsOf(exits, { family: 'binary', distance: closes }, { asset, tick, entries: entriesOf(up, down) }),
      },
    )
  }, [text, by, up, down, available, exits, closes, tick, asset])
  const { size, hold } = useHeldSize(
    JSON.stringify([asset, text, by, exits.texts]),
    worked?.state === 'known' ? worked.size : null,
  )
  const amount = size === null ? null : (size as string as Money)
  const typed: Amount['read'] =
    worked === null
      ? amountOf(text)
      : amount !== null
        ? { amount }
        : { issue: worked.state === 'known' ? '' : worked.words, missing: worked.state === 'lacks' }
  const small = 'amount' in typed ? belowMinimumText('binary', typed.amount, minimum, 'USDC') : null
  const read = small === null ? typed : { issue: small, missing: false }
  const note =
    worked === null
      ? 'amount' in read
        ? contractsText(read.amount, up, down)
        : null
      : amount === null
        ? worked.state === 'known'
          ? null
          : worked.words
        : `= ${amount} USDC`
  return { read, note, entries: entriesOf(up, down), hold }
}

/** Who buys DOWN sells UP at what is left to 1. */
const entriesOf = (up: Price | null, down: Price | null): Entries => ({
  long: up,
  short: down === null ? null : subtract('1' as Price, down),
})

/** `≈ 41.66 UP, 62.50 DOWN`: what the amount buys at the best prices; the service's estimate says it exactly. */
function contractsText(amount: Money, up: Price | null, down: Price | null): string | null {
  const sides = [
    ...(up === null ? [] : [`${contractsFor(amount, up)} UP`]),
    ...(down === null ? [] : [`${contractsFor(amount, down)} DOWN`]),
  ]
  return sides.length === 0 ? null : `≈ ${sides.join(', ')}`
}
