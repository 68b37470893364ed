import { describe, expect, it } from 'vitest'
import type { AlertFiring, AlertsView } from '../../contract/alert.ts'
import { millis } from '../../contract/time.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'
import { tellAlone } from './unattended.ts'

function desk() {
  const told: string[] = []
  const world = { alone: true, sound: true }
  let firings: readonly AlertFiring[] = []
  const listeners = new Set<(change: TopicChange) => void>()
  const topics: TopicSource = {
    kinds: ['alerts'],
    view: () => ({ firings, settings: { sound: world.sound, notifications: true } }) as AlertsView as never,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const changed = (): void => {
    for (const listener of listeners) listener({ kind: 'alerts', asset: null })
  }
  const fire = (title: string): void => {
    firings = [{ seq: firings.length + 1, alertId: 'a', title, words: 'w', at: millis(1) }, ...firings]
    changed()
  }
  fire('before')
  tellAlone(
    { topics },
    {
      alone: () => world.alone,
      notices: { add: (_level, title) => void told.push(title) },
      beep: () => void told.push('beep'),
    },
  )
  return { told, world, fire, changed }
}

describe('what fires on a deployment without a window', () => {
  it('is told in every window and by the system’s tone, once', () => {
    const { told, fire, changed } = desk()
    fire('Stop triggered')
    changed()
    expect(told).toEqual(['Stop triggered', 'beep'])
  })

  it('makes no tone where sound is off, and is left to its own window where there is one', () => {
    const { told, world, fire } = desk()
    world.sound = false
    fire('first')
    world.alone = false
    fire('second')
    world.alone = true
    fire('third')
    expect(told).toEqual(['first', 'third'])
  })
})
