import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { block, text } from '../../contract/safe-text.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createUserInput, type Question } from './user-input.ts'

const HAND_MS = 2000
const QUESTION: Question = { message: text`Loosen?`, detail: block`1 → 2`, confirm: 'Loosen' }
const KEY = { type: 'keyDown', isAutoRepeat: false }

function setUp(answer: (question: Question) => Promise<boolean> = async () => false) {
  const clock = createFakeClock()
  const ask = vi.fn((_contents: WebContents, question: Question) => answer(question))
  const returned = vi.fn()
  const log = { info: vi.fn(), warn: vi.fn() }
  const userInput = createUserInput({ clock, ask, awayAfterMs: 10_000, returned, log })
  const windowOf = () => {
    const contents = new EventEmitter()
    userInput.follow(contents as unknown as WebContents)
    return {
      press: (event = 'before-input-event', input: object = KEY) => void contents.emit(event, {}, input),
      chose: () => userInput.chose(contents as unknown as WebContents),
      isPressed: () => userInput.isPressed(contents as unknown as WebContents),
      prove: (question: () => Question | null = () => QUESTION) =>
        userInput.prove(contents as unknown as WebContents, question).then(
          () => 'taken',
          (error: { code: string }) => error.code,
        ),
    }
  }
  return { clock, ask, windowOf, returned, areThere: userInput.areThere }
}

describe('a call that loosens a safety control', () => {
  it.each([
    ['before-input-event', KEY],
    ['before-mouse-event', { type: 'mouseDown' }],
    ['input-event', { type: 'touchStart' }],
  ])('is allowed right after user input: %s', async (event, input) => {
    const { ask, windowOf } = setUp()
    const { press, prove } = windowOf()
    press(event, input)
    expect(await prove()).toBe('taken')
    expect(ask).not.toHaveBeenCalled()
  })

  it.each([
    ['before-input-event', { type: 'keyUp', isAutoRepeat: false }],
    ['before-input-event', { type: 'keyDown', isAutoRepeat: true }],
    ['before-mouse-event', { type: 'mouseMove' }],
    ['before-mouse-event', { type: 'mouseWheel' }],
    ['before-mouse-event', { type: 'mouseUp' }],
    ['input-event', { type: 'mouseMove' }],
    ['input-event', { type: 'gestureScrollBegin' }],
  ])('is asked about after anything else: %s %j', async (event, input) => {
    const { ask, windowOf } = setUp()
    const { press, prove } = windowOf()
    press(event, input)
    expect(await prove()).toBe('not_by_hand')
    expect(ask).toHaveBeenCalledOnce()
  })

  it.each([
    ['before-mouse-event', { type: 'mouseUp' }],
    ['input-event', { type: 'touchEnd' }],
    ['before-input-event', { type: 'keyDown', isAutoRepeat: true }],
  ])('treats the end of a long drag as input in the window that loosens nothing: %s %j', async (event, input) => {
    const { clock, windowOf } = setUp()
    const { press, prove, isPressed } = windowOf()
    press('before-mouse-event', { type: 'mouseDown' })
    clock.advance(10_000)
    expect(isPressed()).toBe(false)
    press(event, input)
    expect(isPressed()).toBe(true)
    expect(await prove()).toBe('not_by_hand')
    clock.advance(HAND_MS + 1)
    expect(isPressed()).toBe(false)
  })

  it('is asked about regardless of input where that is not enough, and uses the input up', async () => {
    const { ask, windowOf } = setUp(async () => true)
    const { press, prove } = windowOf()
    press()
    expect(await prove(() => ({ ...QUESTION, always: true }))).toBe('taken')
    expect(ask).toHaveBeenCalledOnce()
    expect(await prove()).toBe('taken')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is asked about as often as the user requests it', async () => {
    const { ask, windowOf } = setUp(async () => true)
    const { press, prove } = windowOf()
    for (let time = 0; time < 12; time += 1) {
      press()
      expect(await prove(() => ({ ...QUESTION, always: true }))).toBe('taken')
    }
    expect(ask).toHaveBeenCalledTimes(12)
  })

  it('is declined rather than refused where the trader requested it and then says no', async () => {
    const { windowOf } = setUp()
    const { press, prove } = windowOf()
    press()
    expect(await prove(() => ({ ...QUESTION, always: true }))).toBe('declined')
  })

  it('is allowed right after a command that the trader chose for this window in a native menu', async () => {
    const { ask, windowOf } = setUp()
    const [one, other] = [windowOf(), windowOf()]
    one.chose()
    expect([one.isPressed(), other.isPressed()]).toEqual([true, false])
    expect(await one.prove()).toBe('taken')
    expect(ask).not.toHaveBeenCalled()
  })

  it('is asked about without input, after old input, and after input in another window', async () => {
    const { clock, ask, windowOf } = setUp()
    const [one, other] = [windowOf(), windowOf()]
    expect(await one.prove()).toBe('not_by_hand')
    other.press()
    expect(await one.prove()).toBe('not_by_hand')
    one.press()
    clock.advance(HAND_MS + 1)
    expect(await one.prove()).toBe('not_by_hand')
    expect(ask).toHaveBeenCalledTimes(3)
    other.press()
    clock.advance(HAND_MS)
    clock.setWall(0)
    expect(await other.prove()).toBe('taken')
  })

  it('uses each input once: a page cannot use a click twice', async () => {
    const { windowOf } = setUp()
    const { press, prove } = windowOf()
    press()
    expect([await prove(), await prove()]).toEqual(['taken', 'not_by_hand'])
    press()
    expect(await prove()).toBe('taken')
  })

  it('uses no input where nothing is loosened, and asks nothing', async () => {
    const { ask, windowOf } = setUp()
    const { press, prove } = windowOf()
    expect(await prove(() => null)).toBe('taken')
    press()
    await prove(() => null)
    expect(await prove()).toBe('taken')
    expect(ask).not.toHaveBeenCalled()
  })

  it('is allowed when the trader confirms exactly that', async () => {
    const { ask, windowOf } = setUp(async () => true)
    expect(await windowOf().prove()).toBe('taken')
    expect(ask.mock.calls[0]?.[1]).toEqual(QUESTION)
    let detail = block`1 → 2`
    const changing = setUp(async () => {
      detail = block`1 → 1000`
      return true
    })
    expect(await changing.windowOf().prove(() => ({ ...QUESTION, detail }))).toBe('changed')
  })

  it('asks in one dialog at a time, and no window asks endlessly', async () => {
    const open = Promise.withResolvers<boolean>()
    const { clock, ask, windowOf } = setUp(() => open.promise)
    const window = windowOf()
    const first = window.prove()
    expect(await window.prove()).toBe('asking')
    open.resolve(false)
    expect(await first).toBe('not_by_hand')
    for (let more = 0; more < 10; more += 1) expect(await window.prove()).toBe('not_by_hand')
    expect(ask).toHaveBeenCalledTimes(3)
    expect(await windowOf().prove()).toBe('not_by_hand')
    expect(ask).toHaveBeenCalledTimes(4)
    clock.advance(20_000)
    await window.prove()
    expect(ask).toHaveBeenCalledTimes(5)
  })

  it('asks no more across several windows than in a single persistent one', async () => {
    const { clock, ask, windowOf } = setUp()
    for (let opened = 0; opened < 12; opened += 1) await windowOf().prove()
    expect(ask).toHaveBeenCalledTimes(6)
    const last = windowOf()
    expect(await last.prove()).toBe('not_by_hand')
    last.press()
    expect(await last.prove()).toBe('taken')
    clock.advance(20_000)
    await windowOf().prove()
    expect(ask).toHaveBeenCalledTimes(7)
  })

  it('is refused when the dialog cannot be shown, and asks again later', async () => {
    const { windowOf } = setUp(() => Promise.reject(new Error('the window is gone')))
    const window = windowOf()
    expect(await window.prove()).toBeUndefined()
    expect(await window.prove()).toBeUndefined()
  })
})

describe('the presence of a user', () => {
  it.each([
    ['before-input-event', { type: 'keyUp', isAutoRepeat: false }],
    ['before-mouse-event', { type: 'mouseMove' }],
    ['input-event', { type: 'mouseWheel' }],
  ])('is detected from any input in one of its windows: %s %j', (event, input) => {
    const { clock, windowOf, areThere } = setUp()
    const { press } = windowOf()
    windowOf()
    expect(areThere()).toBe(false)
    press(event, input)
    clock.advance(9_999)
    expect(areThere()).toBe(true)
    clock.advance(1)
    expect(areThere()).toBe(false)
  })

  it('is reported once on return, in any window, and not while it lasts', () => {
    const { clock, windowOf, returned, areThere } = setUp()
    const [one, other] = [windowOf(), windowOf()]
    const move = (window: typeof one): void => window.press('before-mouse-event', { type: 'mouseMove' })
    returned.mockImplementation(() => expect(areThere()).toBe(true))
    move(one)
    expect(returned).toHaveBeenCalledTimes(1)
    clock.advance(9_999)
    move(other)
    clock.advance(9_999)
    move(one)
    expect(returned).toHaveBeenCalledTimes(1)
    clock.advance(10_000)
    move(other)
    expect(returned).toHaveBeenCalledTimes(2)
  })
})
