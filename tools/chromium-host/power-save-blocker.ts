/** `powerSaveBlocker`: blockers are counted, and keep nothing awake. */
import { provide } from './missing.ts'

const started = new Set<number>()
let last = 0

export const powerSaveBlocker = provide('powerSaveBlocker', {
  start(_type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    last += 1
    started.add(last)
    return last
  },
  /** Whether it was one that was started. */
  stop: (id: number): boolean => started.delete(id),
  isStarted: (id: number): boolean => started.has(id),
})
