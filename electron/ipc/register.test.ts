import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { channelOf } from '../../contract/channels.ts'
import type { CallName } from '../../contract/ipc.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { CallError } from '../errors.ts'
import { ServiceError } from '../service/index.ts'
import { type Handlers, registerCalls } from './register.ts'
import { isOwnUrl, refuseSender } from './sender.ts'
import { createUserInput } from './user-input.ts'

const frame = (url = 'app://ui/', change: object = {}) => ({ url, detached: false, parent: null, ...change })

describe('callers', () => {
  it('include the top frame of a known window at our origin', () => {
    expect(refuseSender(frame(), true)).toBeNull()
  })

  it.each([
    ['a frame that is gone', null, true],
    ['a detached frame', frame('app://ui/', { detached: true }), true],
    ['a frame inside a page', frame('app://ui/', { parent: {} }), true],
    ['an external page', frame('https://ui/'), true],
    ['an unknown window', frame(), false],
  ])('never %s', (_name, sender, known) => {
    expect(refuseSender(sender, known)).not.toBeNull()
  })

  it.each([
    'app://ui.evil/',
    'app://uix/',
    'https://app//ui',
    'app://user@ui/',
    'app://ui:80/',
    'data:text/html,app://ui/',
    'about:blank',
    '',
    'app:ui',
  ])('are compared by the whole origin: %s is not ours', (url) => {
    expect(isOwnUrl(url)).toBe(false)
  })
})

function setUp(handlers: Partial<Handlers> = {}) {
  const channels = new Map<string, (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown>()
  const ipc = {
    handle: (channel: string, listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown) =>
      channels.set(channel, listener),
  }
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const clock = createFakeClock()
  const ask = vi.fn(async () => false)
  const userInput = createUserInput({ clock, ask, awayAfterMs: 10_000, returned: vi.fn(), log })
  registerCalls(ipc as never, {
    windows: { has: () => true },
    handlers: handlers as Handlers,
    ...{ userInput, clock, log },
  })
  const event = (senderFrame: object | null = frame()) =>
    ({ senderFrame, sender: {} as WebContents }) as IpcMainInvokeEvent
  const call = (name: 'dismissNotices' | 'readMarkets', input: unknown, sender?: object | null) =>
    channels.get(channelOf(name))?.(event(sender), input)
  const from = (window: WebContents, name: CallName, input: unknown) =>
    channels.get(channelOf(name))?.({ senderFrame: frame(), sender: window } as unknown as IpcMainInvokeEvent, input)
  return { call, from, ask, userInput, clock, log, channels, event }
}

describe('a call', () => {
  it('is refused before it is read once its window has sent more than its budget of characters', async () => {
    const copied: number[] = []
    const { from, clock } = setUp({
      copyText: {
        loosens: () => null,
        run({ text }) {
          copied.push(text.length)
          return null
        },
      },
    })
    const window = {} as WebContents
    const copy = (length: number) => from(window, 'copyText', { text: 'x'.repeat(length) })
    for (let i = 0; i < 2; i += 1) expect(await copy(8_000_000)).toMatchObject({ ok: true })
    expect(await copy(2_000_000)).toMatchObject({ ok: false, error: { code: 'too_often' } })
    // Small calls continue, and one that is too long for its schema is not read either.
    expect(await copy(100)).toMatchObject({ ok: true })
    expect(await copy(9_000_000)).toMatchObject({ error: { code: 'too_often' } })
    clock.advance(1_100)
    expect(await copy(2_000_000)).toMatchObject({ ok: true })
    expect(copied).toEqual([8_000_000, 8_000_000, 100, 2_000_000])
  })

  it.each([
    ['more values than a window sends', () => Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [i, 1]))],
    ['a long, empty list', () => ({ panels: new Array(1_000_000) })],
    ['one list many times over', () => Array.from({ length: 20 }).reduce<object>((of) => ({ a: of, b: of }), {})],
    ['bytes', () => ({ panels: new Uint8Array(100) })],
    ['a value that JSON does not have', () => ({ panels: new Map([[1, 2]]) })],
  ])('is refused before it is read with %s', async (_what, layout) => {
    const saveLayout = vi.fn(() => null)
    const { from } = setUp({ saveLayout })
    const answer = await from({} as WebContents, 'saveLayout', { layout: layout() })
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_input' } })
    expect(saveLayout).not.toHaveBeenCalled()
  })

  it('is answered with data', async () => {
    const { call } = setUp({ readMarkets: async () => [] })
    expect(await call('readMarkets', {})).toEqual({ ok: true, value: [] })
  })

  it('from an unknown sender is rejected, not answered', async () => {
    const { call } = setUp({ readMarkets: async () => [] })
    await expect(call('readMarkets', {}, frame('https://evil/'))).rejects.toThrow('refused')
    await expect(call('readMarkets', {}, null)).rejects.toThrow('refused')
  })

  it('with input that violates the schema names the field and runs nothing', async () => {
    const dismissNotices = vi.fn()
    const { call } = setUp({ dismissNotices })
    expect(await call('dismissNotices', { ids: 7 })).toMatchObject({
      ok: false,
      error: { code: 'bad_input', about: 'ids' },
    })
    expect(await call('dismissNotices', undefined)).toMatchObject({ ok: false })
    expect(dismissNotices).not.toHaveBeenCalled()
  })

  it('returns the service’s message unchanged', async () => {
    const failure = new ServiceError({
      kind: 'problem',
      route: 'GET /v1/markets',
      message: 'Down for lunch.' as never,
      code: 'lunch',
      status: 503,
    })
    const { call } = setUp({ readMarkets: () => Promise.reject(failure) })
    expect(await call('readMarkets', {})).toEqual({
      ok: false,
      error: { code: 'lunch', message: 'Down for lunch.', status: 503, about: 'GET /v1/markets' },
    })
  })

  it('returns the terminal’s own refusals, and leaves internal failures to the log', async () => {
    const refusing = setUp({
      readMarkets: () => {
        throw new CallError('signed_out', 'No token.')
      },
    })
    expect(await refusing.call('readMarkets', {})).toMatchObject({
      ok: false,
      error: { code: 'signed_out', message: 'No token.' },
    })
    const failing = setUp({
      readMarkets: () => {
        throw new Error('secret innards')
      },
    })
    expect(JSON.stringify(await failing.call('readMarkets', {}))).not.toContain('innards')
    expect(failing.log.error).toHaveBeenCalledOnce()
  })
})

const place = { kind: 'place', asset: 'X', side: 'buy', price: '1', size: '1', tif: 'GTC', reduceOnly: false }
const close = {
  kind: 'close',
  position: 'long',
  asset: 'X',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}
const submission = (intent: object) => ({ requestId: crypto.randomUUID(), intent })

describe('a close', () => {
  it.each(['NYCTMP1', '#36010'])('of %s that does not name the side of its position is refused', async (asset) => {
    const submit = vi.fn(async () => ({ actionId: 'a', repeated: false }))
    const { position: _side, ...noSide } = { ...close, asset }
    const { from } = setUp({ submit })
    expect(await from({} as WebContents, 'submit', submission(noSide))).toMatchObject({
      ok: false,
      error: { code: 'bad_input', about: 'intent.position' },
    })
    expect(submit).not.toHaveBeenCalled()
  })
})

describe('calls that come too often', () => {
  function flood() {
    const submit = vi.fn(async () => ({ actionId: 'a', repeated: false }))
    const flatten = vi.fn(async () => ({}) as never)
    const rotateAgent = { loosens: () => null, run: vi.fn(async () => ({ actionId: 'a' })) }
    const reportError = vi.fn(() => null)
    return { submit, flatten, rotateAgent, ...setUp({ submit, flatten, rotateAgent, reportError }) }
  }
  const windowOf = (): WebContents => ({}) as WebContents
  const terms = {
    requestId: crypto.randomUUID(),
    distances: { scalar: { distance: '1', bound: null }, probability: { distance: '0.05', bound: null } },
    cancelOrders: true,
  }

  it('are refused before anything is done, with the time to try again', async () => {
    const { submit, from, log, clock } = flood()
    const window = windowOf()
    const answers = []
    for (let sent = 0; sent < 30; sent += 1) answers.push(await from(window, 'submit', submission(place)))
    expect(submit).toHaveBeenCalledTimes(20)
    expect(answers[20]).toEqual({
      ok: false,
      error: {
        code: 'too_often',
        message: 'Too many orders from this window. Nothing was done; try again in 1 s.',
        status: null,
        about: 'submit',
      },
    })
    expect(log.warn).toHaveBeenCalledOnce()
    clock.advance(100)
    expect(await from(window, 'submit', submission(place))).toMatchObject({ ok: true })
  })

  it('and keep main busy are refused before anything is done, and delay no order', async () => {
    let clock = createFakeClock()
    const readTrades = vi.fn(() => {
      clock.advance(50)
      return {} as never
    })
    const submit = vi.fn(async () => ({ actionId: 'a', repeated: false }))
    const made = setUp({ readTrades, submit })
    clock = made.clock
    const window = windowOf()
    const read = () => made.from(window, 'readTrades', { period: { from: 0, to: 1 } })
    // A burst of 3 s of work, and a quarter of the time after that.
    for (let sent = 0; sent < 200; sent += 1) await read()
    const burst = readTrades.mock.calls.length
    expect(burst).toBeGreaterThanOrEqual(60)
    expect(burst).toBeLessThanOrEqual(82)
    expect(await read()).toMatchObject({ ok: false, error: { code: 'too_often' } })
    expect(await made.from(window, 'submit', submission(place))).toMatchObject({ ok: true })
    expect(await made.from(windowOf(), 'readTrades', { period: { from: 0, to: 1 } })).toMatchObject({ ok: true })
    clock.advance(1_000)
    expect(await read()).toMatchObject({ ok: true })
  })

  it.each(['dismissNotices', 'importSettings'] as const)(
    'and are slow to read or to ask about are refused once they are large, and delay no order: %s',
    async (name) => {
      const made = setUp({
        dismissNotices: () => null,
        importSettings: {
          loosens() {
            clock.advance(7_000)
            return null
          },
          run: () => null,
        },
        saveLayout: () => null,
        submit: async () => ({ actionId: 'a', repeated: false }),
      })
      const { clock, from } = made
      const window = windowOf()
      const slowToRead = Object.defineProperty({}, 'ids', {
        enumerable: true,
        get() {
          clock.advance(7_000)
          return ['notice']
        },
      })
      await from(window, name, name === 'dismissNotices' ? slowToRead : { text: '', loosens: [] })
      const large = { layout: { panels: 'x'.repeat(5_000) } }
      expect(await from(window, 'saveLayout', large)).toMatchObject({ error: { code: 'too_often' } })
      // Of any kind, readable or not.
      expect(await from(window, 'copyText', { other: 'x'.repeat(5_000) })).toMatchObject({
        error: { code: 'too_often' },
      })
      expect(await from(window, 'submit', submission(place))).toMatchObject({ ok: true })
      expect(await from(windowOf(), 'saveLayout', large)).toMatchObject({ ok: true })
    },
  )

  it('and get large answers are refused before anything is done, and delay no order', async () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ id: i, name: 'x'.repeat(1_000) }))
    const readMarkets = vi.fn(async () => rows as never)
    const submit = vi.fn(async () => ({ actionId: 'a', repeated: false }))
    const { from, clock } = setUp({ readMarkets, submit })
    const window = windowOf()
    for (let sent = 0; sent < 100; sent += 1) await from(window, 'readMarkets', {})
    // A million characters each, for which main is busy for a tenth of a second.
    expect(readMarkets.mock.calls.length).toBeGreaterThanOrEqual(25)
    expect(readMarkets.mock.calls.length).toBeLessThanOrEqual(32)
    expect(await from(window, 'submit', submission(place))).toMatchObject({ ok: true })
    clock.advance(1_000)
    expect(await from(window, 'readMarkets', {})).toMatchObject({ ok: true })
  })

  it('never block a close, a flatten, or another window', async () => {
    const { submit, flatten, from } = flood()
    const window = windowOf()
    for (let sent = 0; sent < 500; sent += 1) await from(window, 'submit', submission(place))
    expect(submit).toHaveBeenCalledTimes(20)
    expect(await from(window, 'submit', submission(close))).toMatchObject({ ok: true })
    for (let sent = 0; sent < 500; sent += 1) await from(window, 'submit', submission(close))
    expect(await from(window, 'flatten', terms)).toMatchObject({ ok: true })
    expect(flatten).toHaveBeenCalledOnce()
    expect(await from(windowOf(), 'submit', submission(place))).toMatchObject({ ok: true })
  })

  it('are counted across all windows where they belong to the terminal', async () => {
    const { rotateAgent, from, clock } = flood()
    const request = () => ({ requestId: crypto.randomUUID() })
    for (let tries = 0; tries < 3; tries += 1) await from(windowOf(), 'rotateAgent', request())
    expect(await from(windowOf(), 'rotateAgent', request())).toMatchObject({ error: { code: 'too_often' } })
    clock.advance(59_999)
    expect(await from(windowOf(), 'rotateAgent', request())).toMatchObject({ ok: false })
    clock.advance(1)
    expect(await from(windowOf(), 'rotateAgent', request())).toMatchObject({ ok: true })
    expect(rotateAgent.run).toHaveBeenCalledTimes(4)
  })

  it('are limited to ten errors a minute from each window', async () => {
    const { from, clock } = flood()
    const window = windowOf()
    const report = () => from(window, 'reportError', { message: 'lost', stack: null })
    for (let reported = 0; reported < 10; reported += 1) expect(await report()).toMatchObject({ ok: true })
    expect(await report()).toMatchObject({ ok: false })
    clock.advance(60_000)
    for (let notice = 0; notice < 10; notice += 1) expect(await report()).toMatchObject({ ok: true })
    expect(await report()).toMatchObject({ ok: false })
  })
})
