/** Actions of the user or machine that no page can perform: displays that are added or removed, a window's own buttons. Not under Electron. */
import {
  DEEDS_FROM_PARENT,
  type Deed,
  type PreviewActionAsked,
  type PreviewActionDone,
  type WindowSeen,
} from '../../tools/chromium-host/index.ts'
import type { Program } from './processes.ts'

/** Performs it; returns the resulting windows. */
export type Deeds = (what: Deed) => Promise<readonly WindowSeen[]>

/** Makes the host listen. */
export const DEEDS_ENV = { [DEEDS_FROM_PARENT]: '1' }

export function deedsOfHost({ process: host }: Program): Deeds {
  let asked = 0
  return (what) => {
    asked += 1
    const number = asked
    return new Promise((resolve) => {
      const hear = ({ deedDone, windows }: PreviewActionDone): void => {
        if (deedDone !== number) return
        host.off('message', hear)
        resolve(windows)
      }
      host.on('message', hear)
      host.send({ deedAsked: number, what } satisfies PreviewActionAsked)
    })
  }
}
