/** Whether the close of an asset could be checked and would go out by itself, as far as this deployment's actions tell. */
import type { ActionRecord } from '../../contract/action.ts'
import type { AssetNumberView } from '../../contract/asset-number.ts'
import { AWAITING_CONFIRMATION } from './actions/index.ts'
import { ON_YOUR_CONFIRMATION } from './sending/index.ts'

/** Prepared, and waiting for the trader because it cannot be checked. */
export const waitsForWord = ({ state, code }: ActionRecord): boolean =>
  state === 'prepared' && code === AWAITING_CONFIRMATION

/**
 * `left_out`: the deployment leaves out what is signed. `number`: the number of the asset was asked for, and nothing has shown it yet;
 * `perhaps_number`: that of another asset was, and this one has not been traded here.
 */
export type Unverifiable = 'left_out' | 'number' | 'perhaps_number'

const isOnWord = ({ steps }: ActionRecord): boolean =>
  steps.some(({ state, detail }) => state === 'verified' && detail?.startsWith(ON_YOUR_CONFIRMATION) === true)

/** Null for what never came so far, or is not the agent's. */
function told(record: ActionRecord): 'checked' | 'left_out' | 'number' | null {
  const { intent, code, steps, question } = record
  const isWallets = intent.kind === 'transfer' || intent.kind === 'approve_agent'
  if (isWallets || (intent.kind === 'place' && intent.signer === 'wallet')) return null
  if (question != null) return 'number'
  if (code === 'unverified' || waitsForWord(record) || isOnWord(record)) {
    /** Also asked for where it is only the numbers of its assets that are open. */
    return intent.kind === 'binary_setup' ? null : 'left_out'
  }
  return steps.some(({ state }) => state === 'verified') ? 'checked' : null
}

/** @param records newest first. @param numbers those that are known. */
export function unverifiableNow(
  asset: string,
  records: readonly ActionRecord[],
  numbers: readonly AssetNumberView[],
): Unverifiable | null {
  const telling = records.filter((record) => told(record) !== null)
  const [newest] = telling
  if (newest !== undefined && told(newest) === 'left_out') return 'left_out'
  const known = numbers.filter(({ from }) => from !== 'disproved')
  if (known.some((one) => one.asset === asset)) return null
  const own = telling.filter(({ intent }) => 'asset' in intent && intent.asset === asset)
  const [last] = own
  if (last !== undefined) {
    /** One that was learned on a word and is known no more was forgotten by the trader. */
    const isAskedFor = told(last) === 'number' || own.some((record) => record.question != null && isOnWord(record))
    return isAskedFor ? 'number' : null
  }
  const isAskedForElsewhere =
    known.some(({ from }) => from === 'learned') || telling.some((record) => told(record) === 'number')
  return isAskedForElsewhere ? 'perhaps_number' : null
}
