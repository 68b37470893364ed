/** Whether this window shows the test, and how one is begun. */
import { create } from 'zustand'
import { wordsOf } from '../bridge/index.ts'

interface Shown {
  readonly isOpen: boolean
  /** Whether this window began the one that is under way: then closing ends it. */
  readonly isMine: boolean
  /** Why none was begun, in main's words. */
  readonly refused: string | null
}

const CLOSED: Shown = { isOpen: false, isMine: false, refused: null }

export const useShown = create<Shown>(() => CLOSED)

/** One call of the window's bridge, as `useCall` gives it. */
type Call = (name: 'testLimits', input: Record<string, never>) => Promise<unknown>

/** Shows it and begins one; where one is under way in another window, that is shown. */
export function beginLimitsTest(call: Call, isUnderWay: boolean): void {
  if (isUnderWay) {
    useShown.setState({ isOpen: true, refused: null })
    return
  }
  useShown.setState({ isOpen: true, isMine: true, refused: null })
  call('testLimits', {}).catch((error: unknown) => useShown.setState({ isMine: false, refused: wordsOf(error) }))
}

export const hideLimitsTest = (): void => useShown.setState(CLOSED)
