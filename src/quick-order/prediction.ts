/** A prediction previewed before its estimate is requested: the effect of Enter, and the changes by keys. Pure. */

import type { Position } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { BinaryDirection } from '../../contract/binary.ts'
import { add, type Decimal, type Money, multiply, type Price, padTo, placesOf, signOf } from '../../contract/decimal.ts'
import { FAMILY_RULES, isPriceOf } from '../../contract/family-rules.ts'
import type { BinaryPredictIntent } from '../../contract/intent.ts'
import { marketChanged } from '../../contract/messages.ts'
import { binarySetUp, type Permission, type Submission } from '../trade-forms/index.ts'
import { askOf, type Change, type Enter, type Question } from './preview.ts'

/** Fixed when first shown; afterwards only the trader changes it. */
export interface Prediction {
  readonly asset: string
  readonly direction: BinaryDirection
  readonly amount: Money
  /** The worst price of UP at which it may trade. */
  readonly worst: Price
}

export const predictIntent = ({ asset, direction, amount, worst }: Prediction): BinaryPredictIntent => ({
  ...{ kind: 'binary_predict', asset, direction, amount },
  protection: { kind: 'worst', price: worst },
})

/** The prediction to show: after its request, what was sent, regardless of later choices. */
export const shownPrediction = (fixed: Prediction | null, submission: Submission): Prediction | null => {
  if (submission.state === 'idle' || submission.intent.kind !== 'binary_predict') return fixed
  const { asset, direction, amount, protection } = submission.intent
  return { asset, direction, amount, worst: protection.price }
}

/** The inputs that decide Enter. */
interface EnterInputs {
  /** Why there is none; null where there is, or will be. */
  readonly issue: string | null
  /** The market's current asset. */
  readonly asset: string | null
  readonly permission: Permission
  /** `4 s old` while prices are stale. */
  readonly stale: string | null
  /** Whether leverage 2 is already set up: otherwise it is signed and set first, after a confirmation. */
  readonly isSetUp: boolean
  readonly duplicate: string | null
  /** The question of the last Enter. */
  readonly question: string | null
}

export type PredictEnter =
  | { readonly does: 'send'; readonly intent: BinaryPredictIntent }
  | Exclude<Enter, { does: 'send' }>

export const WAITING_FOR_PRICES = 'Waiting for prices…'

export function enterPrediction(prediction: Prediction | null, inputs: EnterInputs): PredictEnter {
  const { issue, asset, permission, stale, isSetUp, duplicate, question } = inputs
  const refuse = (text: string): PredictEnter => ({ does: 'refuse', text })
  if (issue !== null || prediction === null) return refuse(issue ?? WAITING_FOR_PRICES)
  if (asset !== prediction.asset) {
    return refuse(marketChanged(asset, prediction.asset))
  }
  if (permission.orders !== 'any') return refuse(permission.reason)
  // Set only by the Enter that confirms it.
  const intent: BinaryPredictIntent = { ...predictIntent(prediction), ...(isSetUp ? {} : { setsLeverage: true }) }
  const questions: readonly Question[] = [
    ...(stale === null ? [] : [{ kind: 'stale' as const, text: `Prices are ${stale}.` }]),
    ...(isSetUp ? [] : [{ kind: 'setup' as const, text: 'Sets 2× leverage first.' }]),
    ...(duplicate === null ? [] : [{ kind: 'duplicate' as const, text: duplicate }]),
  ]
  return askOf(questions, intent, question) ?? { does: 'send', intent }
}

/** Unchanged where the result would be out of range. */
export function changedPrediction(prediction: Prediction, change: Change, tick: Price | null): Prediction {
  switch (change.kind) {
    case 'set-size':
      return { ...prediction, amount: change.size as Decimal as Money }
    case 'size': {
      const amount = add(prediction.amount, String(change.by) as Money)
      return signOf(amount) > 0 ? { ...prediction, amount } : prediction
    }
    case 'price': {
      if (tick === null) return prediction
      const worst = padTo(
        add(prediction.worst, multiply(tick, String(change.ticks) as Decimal) as Price),
        placesOf(tick),
      )
      return isPriceOf('binary', worst) ? { ...prediction, worst } : prediction
    }
  }
}

/** Whether binary contracts can be predicted at once, judged by the terminal's newest actions and the position. */
export function isSetUpBy(
  actions: readonly Pick<ActionRecord, 'intent' | 'state' | 'code'>[],
  positions: readonly Pick<Position, 'family' | 'leverage'>[],
): boolean {
  const last = actions.find(({ intent }) => intent.kind === 'binary_predict' || intent.kind === 'binary_setup')
  if (last?.state === 'refused' && last.code === 'leverage_must_be_2') return false
  return (
    binarySetUp(actions as readonly ActionRecord[]) ||
    positions.some(({ family, leverage }) => FAMILY_RULES[family].isPredicted && leverage === 2)
  )
}
