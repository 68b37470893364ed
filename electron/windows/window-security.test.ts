import { EventEmitter } from 'node:events'
import type { App, Session, WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { hardenContents, hardenSession } from './hardening.ts'
import { memoryLayouts, windowsForTest } from './testing/setup.ts'

const log = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() })
const home = {
  profile: 'alpha',
  attach: () => ({ setVisible: () => undefined, reset: () => undefined, detach: () => undefined }),
}

describe('what a page of the terminal can reach', () => {
  it('is nothing of Node, in the first window, another one, and one that takes the place of another', () => {
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
        spellcheck: false,
        backgroundThrottling: false,
        partition: 'windows',
      })
    }
  })
})

describe('every web contents that will ever exist', () => {
  function contentsOf() {
    const app = new EventEmitter()
    const said = log()
    hardenContents(app as unknown as Pick<App, 'on'>, said)
    let opened: ((details: { url: string }) => { action: string }) | null = null
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler(handler: typeof opened) {
        opened = handler
      },
    })
    app.emit('web-contents-created', {}, contents)
    return { contents, said, open: (url: string) => opened?.({ url }) }
  }

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'is refused %s, wherever to',
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

  it('is refused window.open, wherever to', () => {
    const { open } = contentsOf()
    for (const url of ['https://evil.example/', 'app://ui/', 'about:blank'])
      expect(open(url)).toEqual({ action: 'deny' })
  })
})

describe('the session of the windows', () => {
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
    } as unknown as Session)
    return set as unknown as {
      request(contents: null, permission: string, answer: (granted: boolean) => void): void
      check(contents: null, permission: string): boolean
      device(): boolean
      fetch(request: { url: string }, answer: (result: { cancel: boolean }) => void): void
    }
  }

  it('[section 6, web notifications] grants no permission', () => {
    const { request, check, device } = sessionOf()
    for (const permission of ['notifications', 'media', 'clipboard-read', 'openExternal', 'geolocation', 'hid']) {
      const granted = vi.fn()
      request(null, permission, granted)
      expect(granted).toHaveBeenCalledWith(false)
      expect(check(null, permission)).toBe(false)
    }
    expect(device()).toBe(false)
  })

  it.each([
    ['app://ui/index.js', false],
    ['data:image/png;base64,AA', false],
    ['app://ui.evil/', true],
    ['https://example.org/', true],
    ['ws://127.0.0.1:1/', true],
    ['file:///etc/passwd', true],
  ])('%s is cancelled: %s', (url, cancel) => {
    const answer = vi.fn()
    sessionOf().fetch({ url }, answer)
    expect(answer).toHaveBeenCalledWith({ cancel })
  })
})
