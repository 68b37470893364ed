import { EventEmitter } from 'node:events'
import type { App, Session, WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { closeNetwork, hardenContents, hardenSession, hardenSessions } from './hardening.ts'
import { memoryLayouts, windowsForTest } from './testing/setup.ts'

const log = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() })
const home = {
  profile: 'alpha',
  attach: () => ({ setVisible: () => undefined, reset: () => undefined, detach: () => undefined }),
}

describe('a page of the terminal', () => {
  it('has no access to Node, in the first window, another one, and one that replaces another', () => {
    const { windows, made } = windowsForTest(createFakeClock(), memoryLayouts())
    windows.open('window-1', home)
    windows.open('window-2', home)
    windows.replace(windows.windows[0]?.webContents as WebContents, home)
    expect(made).toHaveLength(3)
    for (const { options } of made) {
      expect(options.webPreferences).toEqual({
        preload: 'preload.cjs',
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        webSecurity: true,
        navigateOnDragDrop: false,
        devTools: true,
        spellcheck: false,
        backgroundThrottling: false,
        partition: 'windows',
      })
    }
  })

  it('has developer tools in development only', () => {
    for (const isPackaged of [false, true]) {
      const { windows, made } = windowsForTest(createFakeClock(), memoryLayouts(), { isPackaged })
      windows.open('window-1', home)
      expect(made[0]?.options.webPreferences?.devTools).toBe(!isPackaged)
    }
  })
})

describe('any future web contents', () => {
  function contentsOf() {
    const app = new EventEmitter()
    const message = log()
    hardenContents(app as unknown as Pick<App, 'on'>, message)
    let opened: ((details: { url: string }) => { action: string }) | null = null
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler(handler: typeof opened) {
        opened = handler
      },
      setWebRTCIPHandlingPolicy: vi.fn(),
    })
    app.emit('web-contents-created', {}, contents)
    return { contents, said: message, open: (url: string) => opened?.({ url }) }
  }

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'is refused %s, for any target',
    (what) => {
      const { contents, said } = contentsOf()
      for (const url of ['https://evil.example/', 'app://ui/', 'file:///etc/passwd', 'javascript:alert(1)']) {
        const preventDefault = vi.fn()
        contents.emit(what, { url, preventDefault })
        expect(preventDefault, url).toHaveBeenCalledOnce()
      }
      expect(said.warn).toHaveBeenCalledTimes(4)
    },
  )

  it('sends nothing by WebRTC except through a proxy', () => {
    expect(contentsOf().contents.setWebRTCIPHandlingPolicy).toHaveBeenCalledWith('disable_non_proxied_udp')
  })

  it('is logged only by scheme and host when it is refused', () => {
    const { said, open, contents } = contentsOf()
    open(`https://evil.example/${'-eyJaaaa'.repeat(10_000)}`)
    contents.emit('will-navigate', { url: 'x'.repeat(100_000), preventDefault: () => undefined })
    expect(said.warn.mock.calls).toEqual([
      [{ to: 'https://evil.example' }, 'window.open refused'],
      [{ what: 'will-navigate', to: 'no address' }, 'navigation refused'],
    ])
  })

  it('is refused window.open, for any target', () => {
    const { open } = contentsOf()
    for (const url of ['https://evil.example/', 'app://ui/', 'about:blank'])
      expect(open(url)).toEqual({ action: 'deny' })
  })
})

describe('the session of the windows', () => {
  it('has an unreachable proxy, for loopback too', async () => {
    const setProxy = vi.fn(async () => undefined)
    await closeNetwork({ setProxy })
    expect(setProxy).toHaveBeenCalledWith({
      mode: 'fixed_servers',
      proxyRules: 'socks5://127.0.0.1:1',
      proxyBypassRules: '<-loopback>',
    })
  })

  function sessionOf() {
    const set: Record<string, (...args: never[]) => unknown> = {}
    const keep = (name: string) => (handler: (...args: never[]) => unknown) => {
      set[name] = handler
    }
    hardenSession({
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
      webRequest: { onBeforeRequest: keep('fetch') },
      on: (name: string, listener: (...args: never[]) => unknown) => keep(name)(listener),
    } as unknown as Session)
    return set as unknown as {
      request(contents: null, permission: string, answer: (granted: boolean) => void): void
      check(contents: null, permission: string): boolean
      device(): boolean
      fetch(request: { url: string }, answer: (result: { cancel: boolean }) => void): void
      'will-download'(event: { preventDefault(): void }): void
    }
  }

  it('grants no permission', () => {
    const { request, check, device } = sessionOf()
    for (const permission of ['notifications', 'media', 'clipboard-read', 'openExternal', 'geolocation', 'hid']) {
      const granted = vi.fn()
      request(null, permission, granted)
      expect(granted).toHaveBeenCalledWith(false)
      expect(check(null, permission)).toBe(false)
    }
    expect(device()).toBe(false)
  })

  it('downloads nothing', () => {
    const preventDefault = vi.fn()
    sessionOf()['will-download']({ preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
  })

  it('is hardened on creation, whichever it is', () => {
    const app = new EventEmitter()
    hardenSessions(app as unknown as Pick<App, 'on'>)
    const set = vi.fn()
    app.emit('session-created', {
      setPermissionRequestHandler: set,
      setPermissionCheckHandler: set,
      setDevicePermissionHandler: set,
      webRequest: { onBeforeRequest: set },
      on: set,
    })
    expect(set).toHaveBeenCalledTimes(5)
  })

  it.each([
    ['app://ui/index.js', false],
    ['data:image/png;base64,AA', false],
    ['app://ui.evil/', true],
    ['https://example.org/', true],
    ['ws://127.0.0.1:1/', true],
    ['file:///etc/passwd', true],
  ])('%s is canceled: %s', (url, cancel) => {
    const answer = vi.fn()
    sessionOf().fetch({ url }, answer)
    expect(answer).toHaveBeenCalledWith({ cancel })
  })
})
