import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { applicationMenu } from '../app/index.ts'
import type { Question } from '../ipc/index.ts'
import { followLifecycle } from './lifecycle.ts'
import { askBeforeClose, askBeforeUpdate } from './shutdown.ts'
import { askUntilItHolds } from './terminal-services.ts'

const electron = vi.hoisted(() => ({
  app: null as unknown,
  powerMonitor: { on: () => undefined },
  Notification: class {},
  shell: {},
}))
vi.mock('electron', () => electron)

/** Quits as Electron does: listeners are called, and the program ends unless one of them prevents it. */
class FakeApp extends EventEmitter {
  ended = 0
  quit(): void {
    const prevent = vi.fn()
    this.emit('before-quit', { preventDefault: prevent })
    if (prevent.mock.calls.length > 0) return
    this.emit('will-quit', { preventDefault: prevent })
    if (prevent.mock.calls.length === 0) this.ended += 1
  }
}

const PRACTICE = { name: 'practice', running: true, windows: 1, holds: null as string | null }

function follow(holds: string | null = null) {
  const app = new FakeApp()
  electron.app = app
  const done: string[] = []
  const venue = Promise.withResolvers<void>()
  const log = { error: (_facts: object, message: string) => void done.push(message) }
  const requests: Question[] = []
  let answer = Promise.withResolvers<boolean>()
  const signals: (() => void)[] = []
  const ending = followLifecycle({
    keepsRunning: () => false,
    windows: { beginQuit: () => void done.push('windows') },
    deployments: {
      running: [],
      stop: () => void done.push('deployments'),
      choices: () => [{ ...PRACTICE, holds }],
    },
    ask(question: Question) {
      requests.push(question)
      answer = Promise.withResolvers()
      return answer.promise
    },
    onSignal: (listener: () => void) => void signals.push(listener),
    remoteNotifications: { beginEnd: () => undefined, ended: async () => undefined },
    practice: { stop: () => venue.promise.then(() => done.push('venue')) },
    clock: createFakeClock(),
    close: () => void done.push('files'),
    log,
  } as unknown as Parameters<typeof followLifecycle>[0])
  return {
    app,
    done,
    ending,
    venue,
    asked: requests,
    answer: (yes: boolean) => answer.resolve(yes),
    signal: () => signals[0]?.(),
  }
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

  it('waits for all of that even when it is requested twice', async () => {
    const { app, done, venue } = follow()
    app.quit()
    app.quit()
    expect([app.ended, done.includes('files')]).toEqual([0, false])
    venue.resolve()
    await vi.waitFor(() => expect(app.ended).toBe(1))
    expect(done.filter((step) => step === 'deployments')).toHaveLength(1)
    expect(done).toContain('files')
  })

  it('continues with the others when one cannot be stopped', async () => {
    const { app, done, venue } = follow()
    venue.reject(new Error('no answer'))
    app.quit()
    await vi.waitFor(() => expect(app.ended).toBe(1))
    expect(done).toEqual(['windows', 'deployments', 'something could not be stopped in order', 'files', 'windows'])
  })
})

describe('quitting for an update', () => {
  it('replaces nothing before deployments, venue and files have stopped, and quits after it', async () => {
    const { app, done, ending, venue, asked } = follow('2 conditional orders')
    const replaced = Promise.withResolvers<void>()
    ending.after(() => {
      done.push('replacing')
      return replaced.promise
    })
    expect(done).not.toContain('replacing')
    venue.resolve()
    await vi.waitFor(() => expect(done).toContain('replacing'))
    expect(done).toEqual(['windows', 'deployments', 'venue', 'files', 'replacing'])
    expect(app.ended).toBe(0)
    replaced.resolve()
    await vi.waitFor(() => expect(app.ended).toBe(1))
    // The updater asked the trader.
    expect(asked).toEqual([])
  })

  it('lets the replacement of the app quit it, and runs it once', async () => {
    const { app, done, ending, venue } = follow()
    venue.resolve()
    ending.after(async () => {
      done.push('replacing')
      app.quit()
    })
    await vi.waitFor(() => expect(app.ended).toBe(2))
    expect(done.filter((step) => step === 'replacing')).toHaveLength(1)
  })

  it('also quits when that fails', async () => {
    const { app, ending, venue } = follow()
    venue.resolve()
    ending.after(() => Promise.reject(new Error('no room')))
    await vi.waitFor(() => expect(app.ended).toBe(1))
  })

  it('asks with all pending work, and again when that has changed meanwhile', async () => {
    const choices = (holds: string | null) => [{ ...PRACTICE, holds }]
    expect(askBeforeUpdate(choices('1 alert'), '1.2.0').detail).toContain('practice: 1 alert')
    expect(askBeforeUpdate(choices(null), '1.2.0')).toMatchObject({
      message: 'Restart to update to 1.2.0?',
      detail: expect.not.stringContaining('watched'),
    })
    const held = [
      '1 alert',
      '1 alert and 1 action under way',
      '1 alert and 1 action under way',
      '1 alert and 1 action under way',
    ]
    const boxes: Question[] = []
    const yes = await askUntilItHolds(
      () => askBeforeUpdate(choices(held.shift() ?? ''), '1.2.0'),
      async (question) => boxes.push(question) > 0,
    )
    expect([yes, boxes.map(({ detail }) => detail.includes('action under way'))]).toEqual([true, [false, true]])
    expect(
      await askUntilItHolds(
        () => askBeforeUpdate([], '1.2.0'),
        async () => false,
      ),
    ).toBe(false)
  })
})

describe('quitting with pending work', () => {
  const held = '2 conditional orders and 1 alert'

  it('asks first, naming it, and continues when the answer is no', async () => {
    const { app, done, asked, answer } = follow(held)
    app.quit()
    expect(asked.map(({ detail }) => detail.includes(`practice: ${held}`))).toEqual([true])
    answer(false)
    await vi.waitFor(() => {
      app.quit()
      expect(asked).toHaveLength(2)
    })
    expect([app.ended, done]).toEqual([0, []])
  })

  it('ends when the answer is yes, and asks once however often the key is pressed', async () => {
    const { app, done, venue, asked, answer } = follow(held)
    app.quit()
    app.quit()
    expect(asked).toHaveLength(1)
    answer(true)
    venue.resolve()
    await vi.waitFor(() => expect(app.ended).toBe(1))
    expect(done).toContain('files')
    expect(asked).toHaveLength(1)
  })

  it('asks nobody when the system ends the process, or the last window is gone', async () => {
    for (const by of ['signal', 'windows'] as const) {
      const { app, venue, asked, signal } = follow(held)
      venue.resolve()
      if (by === 'signal') signal()
      else if (process.platform !== 'darwin') app.emit('window-all-closed')
      else app.quit()
      if (by === 'signal' || process.platform !== 'darwin') await vi.waitFor(() => expect(app.ended).toBe(1))
      expect(asked).toHaveLength(by === 'signal' || process.platform !== 'darwin' ? 0 : 1)
    }
  })

  it('has no key in the menu that quits directly', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const quit = vi.fn()
      const closeWindow = vi.fn()
      const menu = applicationMenu(
        { newWindow: () => undefined, closeWindow, quit, run: () => undefined },
        { keys: {}, items: [], platform },
      )
      const items = menu.flatMap(({ role, submenu }) => [{ role }, ...(Array.isArray(submenu) ? submenu : [])])
      const roles = items.map(({ role }) => role)
      for (const role of ['quit', 'close', 'appMenu', 'fileMenu', 'windowMenu'] as const) {
        expect(roles).not.toContain(role)
      }
      const keys = items.flatMap((item) => ('accelerator' in item ? [item.accelerator] : []))
      expect(keys).not.toContain('CmdOrCtrl+W')
      const end = items.find((item) => 'label' in item && item.label === 'Quit Isotherm')
      if (end === undefined || !('click' in end)) throw new Error('nothing quits')
      end.click?.(null as never, undefined, null as never)
      expect(quit).toHaveBeenCalledOnce()
    }
  })
})

describe('closing a window', () => {
  const at = { profile: 'practice', open: 1, endsWithLast: true, hasTray: false }
  const other = { ...PRACTICE, name: 'other', holds: '1 alert' }

  it.each([
    ['the last one, without pending work', at, [PRACTICE], null],
    [
      'the last one, while another deployment continues without a window',
      at,
      [PRACTICE, { ...other, windows: 0 }],
      /other: 1 alert/,
    ],
    [
      'the last one, with pending work of a deployment that does not run',
      at,
      [PRACTICE, { ...other, running: false }],
      null,
    ],
    ['the last of its deployment, without pending work', { ...at, open: 2 }, [PRACTICE, other], null],
    [
      'the last of its deployment, with pending work',
      { ...at, open: 2, profile: 'other' },
      [PRACTICE, other],
      /other has 1 alert\. It keeps running without a window while Isotherm is running\. Reopen it from Account in another window\./,
    ],
    ['one of two of its deployment', { ...at, open: 3, profile: 'other' }, [{ ...other, windows: 2 }], null],
    [
      'the last one where the terminal continues without',
      { ...at, profile: 'other', endsWithLast: false },
      [other],
      /It keeps running without a window/,
    ],
  ] as const)('%s', (_what, closing, choices, says) => {
    const question = askBeforeClose({ ...closing, choices })
    if (says === null) expect(question).toBeNull()
    else expect(question?.detail).toMatch(says)
  })

  it('offers to keep running in the tray where there is one, and work is pending', () => {
    const choices = [{ ...PRACTICE, holds: '1 alert' }]
    const question = askBeforeClose({ ...at, hasTray: true, choices })
    expect([question?.otherwise, question?.detail.includes('start Isotherm again')]).toEqual([
      'Keep running in the tray',
      true,
    ])
    expect(askBeforeClose({ ...at, choices })?.otherwise).toBeUndefined()
  })
})
