import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../contract/safe-text.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { APP_ID, desktopNotifications, namedNotifications } from './desktop-notifications.ts'

const shown = vi.hoisted(() => ({
  all: [] as { emit(event: string, ...args: unknown[]): boolean; title: string; body: string }[],
  isSupported: true,
  /** The error of `show`; null while it succeeds. */
  throws: null as string | null,
}))
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class Notification extends Emitter {
    static isSupported = () => shown.isSupported
    readonly title: string
    readonly body: string
    constructor({ title, body }: { title: string; body: string }) {
      super()
      this.title = title
      this.body = body
      shown.all.push(this)
    }
    show(): void {
      if (shown.throws !== null) throw new Error(shown.throws)
    }
  }
  return { Notification, shell: { beep: () => undefined } }
})

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const ABOUT = { profile: 'practice', panel: 'alerts' } as const

let clock = createFakeClock()

beforeEach(() => {
  shown.all = []
  shown.isSupported = true
  shown.throws = null
  clock = createFakeClock()
})
const bodies = (): readonly string[] => shown.all.map(({ body }) => body)

describe('a notification', () => {
  it('shows its subject when it is clicked', () => {
    const notifications = desktopNotifications({ clock, log })
    const clicked: unknown[] = []
    notifications.onClick((about) => void clicked.push(about))
    notifications.show(text`An alert`, text`fired`, ABOUT)
    notifications.show(text`Something`, text`else`, null)
    for (const one of shown.all) one.emit('click', {})
    expect(clicked).toEqual([ABOUT])
  })

  it('that fails is retried every 60 s until it is shown, and the reason is available until then', () => {
    const notifications = desktopNotifications({ clock, log })
    notifications.show(text`An alert`, text`fired.`, ABOUT)
    shown.all[0]?.emit('failed', {}, 'no permission.\nat x')
    expect(notifications.feature()).toEqual({
      on: false,
      reason:
        'This computer did not show a notification (no permission): alerts are listed here; the last one is retried every minute.',
    })
    clock.advance(59_999)
    expect(shown.all).toHaveLength(1)
    clock.advance(1)
    shown.all[1]?.emit('failed', {}, 'no permission')
    clock.advance(60_000)
    expect(bodies()).toEqual(['fired.', 'fired.', 'fired.'])
    expect(notifications.feature().on).toBe(false)
    shown.all[2]?.emit('show', {})
    expect(notifications.feature()).toEqual({ on: true })
    clock.advance(600_000)
    expect(shown.all).toHaveLength(3)
  })

  it('that fails does not prevent later tries: the first success brings the latest failed one', () => {
    const notifications = desktopNotifications({ clock, log })
    for (const message of [text`first.`, text`second.`, text`third.`]) {
      notifications.show(text`An alert`, message, ABOUT)
      shown.all.at(-1)?.emit('failed', {}, 'busy')
    }
    expect(bodies()).toEqual(['first.', 'second.', 'third.'])
    notifications.show(text`An alert`, text`fourth.`, ABOUT)
    shown.all.at(-1)?.emit('show', {})
    expect(bodies().slice(3)).toEqual(['fourth.', 'third. 2 earlier notifications could not be shown.'])
    shown.all.at(-1)?.emit('show', {})
    clock.advance(600_000)
    expect(shown.all).toHaveLength(5)
  })

  it('that cannot be passed to the system is retried too', () => {
    const notifications = desktopNotifications({ clock, log })
    shown.throws = 'no service'
    notifications.show(text`An alert`, text`fired.`, ABOUT)
    expect(notifications.feature().on).toBe(false)
    shown.throws = null
    clock.advance(60_000)
    expect(bodies()).toEqual(['fired.', 'fired.'])
  })

  it('is shown once the system shows any, though it did not when the terminal started', () => {
    const notifications = desktopNotifications({ clock, log })
    shown.isSupported = false
    notifications.show(text`An alert`, text`first.`, ABOUT)
    expect(notifications.feature().on).toBe(false)
    shown.isSupported = true
    clock.advance(60_000)
    notifications.show(text`An alert`, text`second.`, ABOUT)
    expect(bodies()).toEqual(['second.'])
    expect(notifications.feature()).toEqual({ on: true })
  })

  it('names its deployment where several run', () => {
    const state = { several: false }
    const named = namedNotifications(desktopNotifications({ clock, log }), 'practice', () => state.several)
    named.show(text`An alert`, text`fired`, ABOUT)
    state.several = true
    named.show(text`An alert`, text`fired`, ABOUT)
    expect(shown.all.map(({ title }) => title)).toEqual(['An alert', 'practice: An alert'])
  })
})

describe('the program’s id on Windows', () => {
  it('is that of its packages', () => {
    const packed = readFileSync(join(import.meta.dirname, '..', '..', 'electron-builder.yml'), 'utf8')
    expect(/^appId: (\S+)$/m.exec(packed)?.[1]).toBe(APP_ID)
    const main = readFileSync(join(import.meta.dirname, '..', 'main.ts'), 'utf8')
    expect(main.indexOf('app.setAppUserModelId(APP_ID)')).toBeGreaterThan(0)
    expect(main.indexOf('app.setAppUserModelId(APP_ID)')).toBeLessThan(main.indexOf('readStartOrEnd()'))
  })
})
