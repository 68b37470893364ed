import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { followLifecycle } from './lifecycle.ts'

const electron = vi.hoisted(() => ({ app: null as unknown, powerMonitor: { on: () => undefined } }))
vi.mock('electron', () => electron)

/** Quits as Electron does: whoever listens is asked, and the program ends unless one of them prevents it. */
class FakeApp extends EventEmitter {
  ended = 0
  quit(): void {
    let prevented = false
    this.emit('before-quit', {})
    this.emit('will-quit', { preventDefault: () => (prevented = true) })
    if (!prevented) this.ended += 1
  }
}

function follow() {
  const app = new FakeApp()
  electron.app = app
  const done: string[] = []
  const venue = Promise.withResolvers<void>()
  const log = { error: (_facts: object, message: string) => void done.push(message) }
  followLifecycle({
    windows: { beginQuit: () => void done.push('windows') },
    deployments: { running: [], stop: () => void done.push('deployments') },
    practice: { stop: () => venue.promise.then(() => done.push('venue')) },
    clock: createFakeClock(),
    close: () => void done.push('files'),
    log,
  } as unknown as Parameters<typeof followLifecycle>[0])
  return { app, done, venue }
}

describe('quitting', () => {
  it('stops deployments, then the venue, closes the files last, and only then ends', async () => {
    const { app, done, venue } = follow()
    app.quit()
    expect(app.ended).toBe(0)
    venue.resolve()
    await vi.waitFor(() => expect(app.ended).toBe(1))
    expect(done).toEqual(['windows', 'deployments', 'venue', 'files', 'windows'])
  })

  it('waits for all of that also when it is asked for twice', async () => {
    const { app, done, venue } = follow()
    app.quit()
    app.quit()
    expect([app.ended, done.includes('files')]).toEqual([0, false])
    venue.resolve()
    await vi.waitFor(() => expect(app.ended).toBe(1))
    expect(done.filter((step) => step === 'deployments')).toHaveLength(1)
    expect(done).toContain('files')
  })

  it('goes on with the others when one cannot be stopped', async () => {
    const { app, done, venue } = follow()
    venue.reject(new Error('no answer'))
    app.quit()
    await vi.waitFor(() => expect(app.ended).toBe(1))
    expect(done).toEqual(['windows', 'deployments', 'something could not be stopped in order', 'files', 'windows'])
  })
})
