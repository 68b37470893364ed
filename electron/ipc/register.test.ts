import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { channelOf, PAINTED_CHANNEL } from '../../contract/channels.ts'
import { CallError } from '../errors/index.ts'
import { ServiceError } from '../service/index.ts'
import { type Handlers, registerCalls } from './register.ts'
import { isOwnUrl, refuseSender } from './sender.ts'

const frame = (url = 'app://ui/', change: object = {}) => ({ url, detached: false, parent: null, ...change })

describe('who may call', () => {
  it('the top frame of a known window at our origin', () => {
    expect(refuseSender(frame(), true)).toBeNull()
  })

  it.each([
    ['a frame that is gone', null, true],
    ['a detached frame', frame('app://ui/', { detached: true }), true],
    ['a frame inside a page', frame('app://ui/', { parent: {} }), true],
    ['a foreign page', frame('https://ui/'), true],
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
  ])('an origin is compared whole: %s is not ours', (url) => {
    expect(isOwnUrl(url)).toBe(false)
  })
})

function setUp(handlers: Partial<Handlers> = {}) {
  const channels = new Map<string, (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown>()
  const ipc = {
    handle: (channel: string, listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown) =>
      channels.set(channel, listener),
    on: (channel: string, listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => void) =>
      channels.set(channel, listener),
  }
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const painted = vi.fn()
  registerCalls(ipc as never, { has: () => true }, handlers as Handlers, painted, log)
  const event = (senderFrame: object | null = frame()) =>
    ({ senderFrame, sender: {} as WebContents }) as IpcMainInvokeEvent
  const call = (name: 'dismissNotice' | 'readMarkets', input: unknown, sender?: object | null) =>
    channels.get(channelOf(name))?.(event(sender), input)
  return { call, log, painted, channels, event }
}

describe('a call', () => {
  it('is answered with data', async () => {
    const { call } = setUp({ readMarkets: async () => [] })
    expect(await call('readMarkets', {})).toEqual({ ok: true, value: [] })
  })

  it('from a stranger is rejected, not answered', async () => {
    const { call } = setUp({ readMarkets: async () => [] })
    await expect(call('readMarkets', {}, frame('https://evil/'))).rejects.toThrow('refused')
    await expect(call('readMarkets', {}, null)).rejects.toThrow('refused')
  })

  it('with input off the schema names the field and runs nothing', async () => {
    const dismissNotice = vi.fn()
    const { call } = setUp({ dismissNotice })
    expect(await call('dismissNotice', { id: 7 })).toMatchObject({
      ok: false,
      error: { code: 'bad_input', about: 'id' },
    })
    expect(await call('dismissNotice', undefined)).toMatchObject({ ok: false })
    expect(dismissNotice).not.toHaveBeenCalled()
  })

  it('tells the service’s words as they stand', async () => {
    const failure = new ServiceError({
      kind: 'problem',
      route: 'GET /v1/markets',
      message: 'Down for lunch.',
      code: 'lunch',
      status: 503,
    })
    const { call } = setUp({ readMarkets: () => Promise.reject(failure) })
    expect(await call('readMarkets', {})).toEqual({
      ok: false,
      error: { code: 'lunch', message: 'Down for lunch.', status: 503, about: 'GET /v1/markets' },
    })
  })

  it('tells the terminal’s own refusals, and keeps inner failures to the log', async () => {
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

describe('the word that a frame was painted', () => {
  it('is taken from our windows, as numbers only', () => {
    const { channels, event, painted } = setUp()
    const say = (...args: unknown[]) => channels.get(PAINTED_CHANNEL)?.(event(), ...args)
    say(3, 1000.5)
    say('3', 1)
    say(3, Number.NaN)
    channels.get(PAINTED_CHANNEL)?.(event(frame('https://evil/')), 4, 1)
    expect(painted.mock.calls.map((args) => args.slice(1))).toEqual([[3, 1000.5]])
  })
})
