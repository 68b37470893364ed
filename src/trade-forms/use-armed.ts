/** Whether this window may send what adds exposure, and by which hand. */
import type { KeysView, OneClickView } from '../../contract/catches.ts'
import { useTopicValue } from '../market-data/index.ts'

/** True until main says that the window has to be armed and is not. */
export const useArmed = (): boolean =>
  useTopicValue({ kind: 'arming' }, ({ required, armedUntil }) => !required || armedUntil !== null) ?? true

/** One-click of a ladder; undefined where it was not armed, and where nothing is to be said of it. */
export const useOneClick = (panel: string): OneClickView | undefined =>
  useTopicValue({ kind: 'arming' }, ({ oneClick }) => oneClick.find((one) => one.panel === panel))

/** The trading keys of this window; undefined until main has told of them. */
export const useTradingKeys = (): KeysView | undefined => useTopicValue({ kind: 'arming' }, ({ keys }) => keys)
