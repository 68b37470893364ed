import { describe, expect, it } from 'vitest'
import type { AlertFiring, AlertsView } from '../../contract/alert.ts'
import { millis } from '../../contract/time.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'
import { notifyUnattended } from './notifier.ts'

function setup() {
  const told: string[] = []
  const world = { unattended: true }
  let firings: readonly AlertFiring[] = []
  const listeners = new Set<(change: TopicChange) => void>()
  const topics: TopicSource = {
    kinds: ['alerts'],
    view: () => ({ firings, settings: { notifications: true } }) as AlertsView as never,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const changed = (): void => {
    for (const listener of listeners) listener({ kind: 'alerts', asset: null })
  }
  const fire = (title: string): void => {
    firings = [
      { seq: firings.length + 1, alertId: 'a', title, words: 'w', at: millis(1), isActing: false, isSilent: false },
      ...firings,
    ]
    changed()
  }
  fire('before')
  notifyUnattended(
    { topics },
    {
      unattended: () => world.unattended,
      notices: { add: (_level, title) => void told.push(title) },
    },
  )
  return { told, world, fire, changed }
}

describe('a firing on a deployment without a window', () => {
  it('is shown in every window, once', () => {
    const { told, fire, changed } = setup()
    fire('Stop triggered')
    changed()
    expect(told).toEqual(['Stop triggered'])
  })

  it('is left to its own window where there is one', () => {
    const { told, world, fire } = setup()
    fire('first')
    world.unattended = false
    fire('second')
    world.unattended = true
    fire('third')
    expect(told).toEqual(['first', 'third'])
  })
})
