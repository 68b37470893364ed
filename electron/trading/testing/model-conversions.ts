/** Effect of a conversion on shares and collateral, and the action that is signed for it (docs/service/conversions.md#kinds). Pure. */
import { type Decimal, lesser, type Money, negate, type Size, trimZeros } from '../../../contract/decimal.ts'
import type { TradingService } from '../../service/index.ts'

export type ModelConversion = Parameters<TradingService['prepareConversion']>[0]

/** Signed changes of shares and of the collateral. */
export interface Moves {
  readonly amount: Size
  readonly shares: readonly (readonly [coin: string, size: Size])[]
  readonly collateral: Money
}

export interface PendingWork {
  /** Coins of Yes and No by outcome. */
  readonly coins: Readonly<Record<number, readonly [yes: string, no: string]>>
  held(coin: string): Size
}

export function movesOf({ kind, outcomeId, amount: request }: ModelConversion, { coins, held }: PendingWork): Moves {
  const sides = coins[outcomeId] ?? []
  const minus = (size: Size): Size => negate(size) as unknown as Size
  const all = Object.values(coins).map(([yes]) => yes)
  const burnt = kind === 'merge_question' ? all : sides
  const most = burnt.map(held).reduce((least, one) => lesser(least, one))
  const amount = request ?? most
  const of = (names: readonly string[], size: Size) => names.map((coin) => [coin, size] as const)
  switch (kind) {
    case 'split':
      return { amount, shares: of(sides, amount), collateral: minus(amount) as unknown as Money }
    case 'merge':
    case 'merge_question':
      return { amount, shares: of(burnt, minus(amount)), collateral: amount as unknown as Money }
    case 'negate': {
      const [yes = '', no = ''] = sides
      const others = all.filter((coin) => coin !== yes)
      return {
        amount,
        shares: [...of([no], minus(amount)), ...of(others, amount)],
        collateral: '0' as unknown as Money,
      }
    }
  }
}

export function conversionAction({ kind, outcomeId, questionId, amount }: ModelConversion): Record<string, unknown> {
  const text: Decimal | null = amount === null ? null : trimZeros(amount)
  switch (kind) {
    case 'split':
      return { type: 'userOutcome', splitOutcome: { outcome: outcomeId, amount: text } }
    case 'merge':
      return { type: 'userOutcome', mergeOutcome: { outcome: outcomeId, amount: text } }
    case 'merge_question':
      return { type: 'userOutcome', mergeQuestion: { question: questionId, amount: text } }
    case 'negate':
      return { type: 'userOutcome', negateOutcome: { question: questionId, outcome: outcomeId, amount: text } }
  }
}
