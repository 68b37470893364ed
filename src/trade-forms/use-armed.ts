/** Whether this window may send what adds exposure, and by which hand. */
import type { KeysView } from '../../contract/catches.ts'
import { useTopicValue } from '../market-data/index.ts'

/** True until main says that the window has to be armed and is not. */
export const useArmed = (): boolean =>
  useTopicValue({ kind: 'arming' }, ({ required, armedUntil }) => !required || armedUntil !== null) ?? true

/** The trading keys of this window; undefined until main has told of them. */
export const useTradingKeys = (): KeysView | undefined => useTopicValue({ kind: 'arming' }, ({ keys }) => keys)
