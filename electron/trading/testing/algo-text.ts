/** What a trader does with a parent order. */
import { sizeOfAll } from '../../../contract/scale.ts'
import type { Refusal } from '../actions/index.ts'
import type { TradingSetup } from './setup.ts'

/** Resumes one with the total that its row shows at this moment. */
export function resumeAlgo({ trading }: TradingSetup, id: string, bar: () => Refusal | null): void {
  const shown = trading.topics.view({ kind: 'algos' })?.find((one) => one.id === id)?.resumesWith ?? null
  trading.algos.resume(id, bar, shown === null ? null : sizeOfAll(shown))
}
