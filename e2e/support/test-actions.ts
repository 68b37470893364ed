/** Actions of the user or machine that no page can perform: displays that are added or removed, a window's own buttons. Not under Electron. */
import {
  ACTIONS_FROM_PARENT,
  type TestAction,
  type TestActionDone,
  type TestActionRequest,
  type WindowSeen,
} from '../../tools/chromium-host/index.ts'
import type { Program } from './processes.ts'

/** Performs it; returns the resulting windows. */
export type TestActions = (what: TestAction) => Promise<readonly WindowSeen[]>

/** Makes the host listen. */
export const TEST_ACTIONS_ENV = { [ACTIONS_FROM_PARENT]: '1' }

export function testActionsOf({ process: host }: Program): TestActions {
  let requests = 0
  return (what) => {
    requests += 1
    const number = requests
    return new Promise((resolve) => {
      const hear = ({ deedDone, windows }: TestActionDone): void => {
        if (deedDone !== number) return
        host.off('message', hear)
        resolve(windows)
      }
      host.on('message', hear)
      host.send({ deedAsked: number, what } satisfies TestActionRequest)
    })
  }
}
