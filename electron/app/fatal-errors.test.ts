import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createFatalErrors } from './fatal-errors.ts'

const KEY = `0x${'5a'.repeat(32)}`

function setUp({
  isPrinted = false,
  isReady = true,
  platform = 'win32' as NodeJS.Platform,
  presses = [1] as readonly number[],
} = {}) {
  const done: string[] = []
  const boxes: { readonly message: string; readonly detail?: string; readonly buttons?: readonly string[] }[] = []
  const copied: string[] = []
  const left = [...presses]
  const ready = Promise.withResolvers<void>()
  const clock = createFakeClock()
  const logged: string[] = []
  let answers = Promise.resolve()
  const seen = createFatalErrors({
    app: {
      exit: (code) => void done.push(`exit ${code}`),
      getVersion: () => '1.2.3',
      isReady: () => isReady,
      whenReady: () => ready.promise,
    },
    dialog: {
      showErrorBox: (title, content) => void done.push(`box ${title}: ${content}`),
      showMessageBox: (async (box: (typeof boxes)[number]) => {
        boxes.push(box)
        await answers
        return { response: left.shift() ?? 1, checkboxChecked: false }
      }) as never,
    },
    clipboard: { writeText: async (text) => void copied.push(text) },
    isPrinted,
    say: (text) => void done.push(text),
    platform,
  })
  const log = { error: (_facts: object, text: string) => void logged.push(text) }
  const holdAnswers = (): (() => void) => {
    const held = Promise.withResolvers<void>()
    answers = held.promise
    return held.resolve
  }
  return { seen, done, boxes, copied, clock, log, logged, ready, holdAnswers }
}

describe('a failing start', () => {
  it('is only printed where somebody reads it', () => {
    const { seen, done } = setUp({ isPrinted: true })
    seen.endStart('--fast is no flag', 2)
    expect(done).toEqual(['isotherm: --fast is no flag', 'exit 2'])
  })

  it('is a dialog when it was started from an icon, and ends once that was seen', async () => {
    const { seen, done } = setUp({ isReady: false })
    seen.endStart('--fast is no flag', 2)
    await vi.waitFor(() => expect(done).toContain('exit 2'))
    expect(done[1]).toBe('box Isotherm did not start: --fast is no flag')
  })

  it('waits on Linux until a dialog can be seen', async () => {
    const { seen, done, ready } = setUp({ isReady: false, platform: 'linux' })
    seen.endStart(`the key ${KEY}`, 1)
    await Promise.resolve()
    expect(done).toEqual(['isotherm: the key [secret]'])
    ready.resolve()
    await vi.waitFor(() => expect(done).toContain('exit 1'))
    expect(done.join()).not.toContain(KEY)
  })
})

describe('an uncaught error', () => {
  it('stops trading, closes the journal, then asks, then exits', async () => {
    const { seen, done, boxes, clock, log } = setUp()
    const stops = [() => void done.push('trading'), () => void done.push('journal')]
    await seen.endForUncaught('uncaught exception', new Error('broken'), { stops, clock, log })
    expect(done).toEqual(['trading', 'journal', 'exit 1'])
    expect(boxes.map(({ buttons }) => buttons)).toEqual([['Copy details', 'Quit']])
    expect(boxes[0]?.detail).toContain('broken')
  })

  it('shows and copies no secret', async () => {
    const { seen, done, boxes, copied, clock, log } = setUp({ presses: [0, 1] })
    await seen.endForUncaught('uncaught exception', new Error(`signing with ${KEY}`), { stops: [], clock, log })
    expect(copied).toHaveLength(1)
    expect(copied[0]).toContain('signing with [secret]')
    expect(JSON.stringify([done, boxes, copied])).not.toContain('5a5a5a')
    expect(boxes).toHaveLength(2)
  })

  it('is one dialog however many follow, and the others are logged', async () => {
    const { seen, boxes, done, clock, log, logged, holdAnswers } = setUp()
    const release = holdAnswers()
    const first = seen.endForUncaught('uncaught exception', new Error('one'), { stops: [], clock, log })
    await vi.waitFor(() => expect(boxes).toHaveLength(1))
    await seen.endForUncaught('unhandled rejection', new Error('two'), { stops: [], clock, log })
    release()
    await first
    expect([boxes.length, logged, done]).toEqual([1, ['uncaught exception', 'unhandled rejection'], ['exit 1']])
  })

  it('waits for nothing that does not stop', async () => {
    const { seen, done, clock, log, logged } = setUp()
    const never = (): Promise<void> => new Promise(() => undefined)
    const ended = seen.endForUncaught('uncaught exception', 'text', {
      stops: [never, () => void done.push('journal')],
      clock,
      log,
    })
    clock.advance(3000)
    await ended
    expect(done).toEqual(['journal', 'exit 1'])
    expect(logged).toContain('something could not be stopped')
  })

  it('is printed where that is read, or shown in the plain dialog before the app is ready', async () => {
    const printed = setUp({ isPrinted: true })
    await printed.seen.endForUncaught('uncaught exception', new Error(KEY), { stops: [], ...printed })
    expect(printed.boxes).toEqual([])
    expect(printed.done[0]).toContain('[secret]')
    const early = setUp({ isReady: false })
    await early.seen.endForUncaught('uncaught exception', new Error('early'), { stops: [], ...early })
    expect(early.done[0]).toMatch(
      /box Isotherm hit an error and had to stop\. Trading was stopped and the journal closed\./,
    )
  })
})
