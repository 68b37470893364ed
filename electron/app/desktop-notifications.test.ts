import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { APP_ID } from './app-id.ts'
import { desktopNotifications, namedNotifications } from './desktop-notifications.ts'

const shown = vi.hoisted(() => ({ all: [] as { emit(event: string, ...args: unknown[]): boolean; title: string }[] }))
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class Notification extends Emitter {
    static isSupported = () => true
    readonly title: string
    constructor({ title }: { title: string }) {
      super()
      this.title = title
      shown.all.push(this)
    }
    show(): void {}
  }
  return { Notification, shell: { beep: () => undefined } }
})

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const ABOUT = { profile: 'practice', panel: 'alerts' } as const

beforeEach(() => {
  shown.all = []
})

describe('A10: a notification', () => {
  it('shows what it is about when it is clicked', () => {
    const notifications = desktopNotifications(log)
    const clicked: unknown[] = []
    notifications.onClick((about) => void clicked.push(about))
    notifications.show('An alert', 'fired', ABOUT)
    notifications.show('Something', 'else', null)
    for (const one of shown.all) one.emit('click', {})
    expect(clicked).toEqual([ABOUT])
  })

  it('that fails turns them off, with the reason', () => {
    const notifications = desktopNotifications(log)
    notifications.show('An alert', 'fired', ABOUT)
    shown.all[0]?.emit('failed', {}, 'no permission.\nat x')
    expect(notifications.feature()).toEqual({
      on: false,
      reason: 'This machine showed no notification (no permission): alerts are listed here only.',
    })
    notifications.show('An alert', 'again', ABOUT)
    expect(shown.all).toHaveLength(1)
  })

  it('names its deployment where several run', () => {
    const state = { several: false }
    const named = namedNotifications(desktopNotifications(log), 'practice', () => state.several)
    named.show('An alert', 'fired', ABOUT)
    state.several = true
    named.show('An alert', 'fired', ABOUT)
    expect(shown.all.map(({ title }) => title)).toEqual(['An alert', 'practice: An alert'])
  })
})

describe('A9: the name that Windows knows the program by', () => {
  it('is that of its packages', () => {
    const packed = readFileSync(join(import.meta.dirname, '..', '..', 'electron-builder.yml'), 'utf8')
    expect(/^appId: (\S+)$/m.exec(packed)?.[1]).toBe(APP_ID)
    const main = readFileSync(join(import.meta.dirname, '..', 'main.ts'), 'utf8')
    expect(main.indexOf('app.setAppUserModelId(APP_ID)')).toBeGreaterThan(0)
    expect(main.indexOf('app.setAppUserModelId(APP_ID)')).toBeLessThan(main.indexOf('readStartOrEnd()'))
  })
})
