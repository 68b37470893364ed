/** `powerSaveBlocker`: blockers are counted, without any effect. */
import { provide } from './missing.ts'

const started = new Set<number>()
let last = 0

export const powerSaveBlocker = provide('powerSaveBlocker', {
  start(_type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    last += 1
    started.add(last)
    return last
  },
  /** Returns whether it had been started. */
  stop: (id: number): boolean => started.delete(id),
  isStarted: (id: number): boolean => started.has(id),
})
