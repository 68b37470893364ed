/** Whether this window may send what adds exposure. */
import { useTopicValue } from '../market-data/index.ts'

/** True until main says that the window has to be armed and is not. */
export const useArmed = (): boolean =>
  useTopicValue({ kind: 'arming' }, ({ required, armedUntil }) => !required || armedUntil !== null) ?? true
