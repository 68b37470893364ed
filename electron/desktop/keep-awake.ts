/** Keeps the machine from sleeping by itself while something is held that only works while it is awake. */
import type { PowerSaveBlocker } from 'electron'
import type { Log } from '../log/index.ts'

interface KeepAwakeOptions {
  readonly blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
  readonly changed: (isKeptAwake: boolean) => void
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Told whether something is held now; a closed lid sends most machines to sleep all the same. */
export function createKeepAwake({ blocker, changed, log }: KeepAwakeOptions): (isHeld: boolean) => void {
  let blocking: number | null = null
  return (isHeld) => {
    if (isHeld === (blocking !== null)) return
    try {
      if (blocking === null) {
        blocking = blocker.start('prevent-app-suspension')
        log.info({}, 'the machine is kept awake')
      } else {
        blocker.stop(blocking)
        blocking = null
        log.info({}, 'the machine may sleep')
      }
    } catch (error) {
      log.warn({ err: error }, 'the machine could not be kept awake, or let sleep')
      return
    }
    changed(blocking !== null)
  }
}
