import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from './browser/index.ts'
import { connect, type Fixture, newDataDir, pagesOf, startFixture } from './fixtures/start-fixture.ts'

/** The API that the fixture's preload exposes on `window`. */
interface Api {
  readonly version: number
  readonly nested: { readonly list: readonly [number, number, { three(): number }] }
  add(a: number, b: number): number
  twice(callback: (value: number) => number, value: number): number
  later<T>(value: T): Promise<{ value: T; again(): T }>
  throws(): void
  rejects(): Promise<void>
  invoke(channel: string, ...args: unknown[]): Promise<never>
  send(channel: string, ...args: unknown[]): void
  onPushed(listener: (index: number, payload: unknown) => void): () => void
  surroundings(): Record<string, unknown>
}
declare const api: Api

/** Timeout for a busy machine, ms. */
const PATIENT = { timeout: 60_000 }

const haveBrowser = 'path' in findChromium(process.env)

/** Makes main open another window. It is found by its address: a page that was forbidden and closed may still be listed. */
async function openWindow(browser: Browser, page: Page): Promise<Page> {
  const known = new Set(pagesOf(browser))
  const opened = () => pagesOf(browser).find((each) => !known.has(each) && each.url() === 'http://ui.localhost/')
  await page.evaluate(() => api.invoke('open-window'))
  await expect.poll(opened, PATIENT).toBeDefined()
  const window = opened() as Page
  await window.waitForLoadState()
  return window
}

describe.skipIf(!haveBrowser)('an app in the host', () => {
  let fixture: Fixture
  let browser: Browser
  let page: Page

  const seen = (): Promise<{ requests: string[]; navigations: string[] }> => page.evaluate(() => api.invoke('seen'))
  /** Resolves once main was notified of a navigation with this prefix. */
  const refused = (start: string) =>
    expect.poll(async () => (await seen()).navigations.filter((line) => line.startsWith(start)).length, PATIENT)

  beforeAll(async () => {
    fixture = startFixture(['--remote-debugging-port', '0'])
    browser = await connect(fixture)
    await fixture.says(/window 1 show/)
    page = pagesOf(browser)[0] as Page
    await page.waitForURL('http://ui.localhost/')
  })

  afterAll(async () => {
    await browser?.close().catch(() => undefined)
    fixture?.process.kill('SIGKILL')
    await fixture?.ended
  })

  describe('a physical press', () => {
    const presses = (): Promise<string[]> => page.evaluate(() => api.invoke('presses'))

    it('of a key, a button or a finger is reported to main', async () => {
      await page.keyboard.press('a')
      await page.mouse.click(5, 5, { button: 'right' })
      await page.mouse.click(5, 5)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 5, y: 5 }] })
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.keyboard.down('b')
      await page.keyboard.down('b')
      await page.keyboard.up('b')
      expect(await presses()).toEqual([
        '1 before-input-event keyDown a  false',
        '1 before-mouse-event mouseDown  right false',
        '1 before-mouse-event mouseUp  right false',
        '1 before-mouse-event mouseDown  left false',
        '1 before-mouse-event mouseUp  left false',
        '1 input-event touchStart   false',
        '1 input-event touchEnd   false',
        '1 before-input-event keyDown b  false',
        '1 before-input-event keyDown b  true',
      ])
    })

    it('cannot be forged or suppressed by a script', async () => {
      await presses()
      await page.evaluate(() => {
        window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), true)
        const as = { bubbles: true, key: 'x' }
        for (const at of [window, document.body]) {
          at.dispatchEvent(new KeyboardEvent('keydown', as))
          at.dispatchEvent(new PointerEvent('pointerdown', as))
          at.dispatchEvent(new MouseEvent('mousedown', as))
          at.dispatchEvent(new Event('touchstart', as))
        }
        const forged = new KeyboardEvent('keydown', as)
        try {
          Object.defineProperty(Event.prototype, 'isTrusted', { get: () => true })
          Object.defineProperty(forged, 'isTrusted', { get: () => true })
        } catch {}
        document.body.dispatchEvent(forged)
        document.body.click()
      })
      expect(await presses()).toEqual([])
      await page.keyboard.press('c')
      expect(await presses()).toEqual(['1 before-input-event keyDown c  false'])
      await page.reload()
    })
  })

  describe('the bridge', () => {
    it('exists before the first script of the page', async () => {
      expect(page.url()).toBe('http://ui.localhost/')
      expect(await page.evaluate(() => (window as unknown as { seenFirst: string }).seenFirst)).toContain(
        'version nested',
      )
    })

    it("transfers values, nested functions, callbacks and promises both ways, synchronously on the preload's side", async () => {
      const results = await page.evaluate(async () => {
        const later = await api.later({ deep: [1] })
        return [
          api.version,
          api.nested.list[2].three(),
          api.add(1, 2),
          api.twice((x) => x * 3, 2),
          later.value,
          later.again(),
        ]
      })
      expect(results).toEqual([3, 3, 3, 18, { deep: [1] }, { deep: [1] }])
    })

    it('transfers ports to the page, with earlier messages, until main closes its end or the page is gone', async () => {
      const open = (argument: string, replies: number) =>
        page.evaluate(
          async ([given, count]) => {
            const came = new Promise<MessageEvent>((resolve) =>
              window.addEventListener('message', resolve, { once: true }),
            )
            await api.invoke('port', given)
            const { data, origin, source, ports } = await came
            const [port] = ports as [MessagePort]
            const received: unknown[] = []
            const all = new Promise<void>((resolve) => {
              port.onmessage = (event) => {
                if (received.push(event.data) === count) resolve()
              }
            })
            Object.assign(window, { [given]: { port, heard: received } })
            port.postMessage([7, 1.5])
            await all
            return { data, own: origin === location.origin && source === window, heard: received }
          },
          [argument, replies] as const,
        )
      const before = ['before the page has it', 'right after']
      expect(await open('one', 3)).toEqual({ data: 'port: one', own: true, heard: [...before, { echo: [7, 1.5] }] })
      await open('other', 3)
      const ends = await page.evaluate(async () => {
        type Held = Window & Record<string, { port: MessagePort; heard: unknown[] }>
        const { one, other } = window as unknown as Held
        await api.invoke('port-close', 0)
        const echoed = new Promise<void>((resolve) => other?.port.addEventListener('message', () => resolve()))
        one?.port.postMessage('too late')
        other?.port.postMessage('in time')
        await echoed
        return [await api.invoke('port-said', 0), await api.invoke('port-said', 1), one?.heard.length]
      })
      expect(ends).toEqual([[[7, 1.5]], [[7, 1.5], 'in time'], 3])
      await page.reload()
      await page.waitForFunction(() => 'api' in window)
      expect(await page.evaluate(() => api.invoke('port-said', 1))).toEqual([[7, 1.5], 'in time', 'closed'])
    })

    it('transfers errors as their message only', async () => {
      const errors = await page.evaluate(async () => {
        const caught: Error[] = []
        try {
          api.throws()
        } catch (error) {
          caught.push(error as Error)
        }
        await api.rejects().catch((error) => caught.push(error))
        try {
          api.twice(() => {
            throw new RangeError('from the page')
          }, 1)
        } catch (error) {
          caught.push(error as Error)
        }
        return caught.map((error) => [error instanceof Error, error.name, error.message])
      })
      expect(errors).toEqual([
        [true, 'Error', 'from the preload'],
        [true, 'Error', 'rejected in the preload'],
        [true, 'Error', 'from the page'],
      ])
    })

    it('cannot be modified by the page', async () => {
      const changed = await page.evaluate(() => {
        const before = api
        const attempts = [
          () => Object.assign(window, { api: {} }),
          () => Reflect.deleteProperty(window, 'api'),
          () => Object.assign(api, { add: () => 0 }),
          () => Object.assign(api.nested.list[2], { three: () => 0 }),
        ]
        for (const attempt of attempts) {
          try {
            attempt()
          } catch {}
        }
        return [api === before, api.add(1, 1), api.nested.list[2].three()]
      })
      expect(changed).toEqual([true, 2, 3])
    })

    it('gives the page only what is exposed', async () => {
      const reached = await page.evaluate(() => {
        const frame = document.createElement('iframe')
        document.body.append(frame)
        const inFrame = Object.getOwnPropertyNames(frame.contentWindow).filter((name) => /^__|^api$/.test(name))
        const names = ['require', 'process', 'module', 'ipcRenderer', 'electron', 'contextBridge', 'Buffer']
        const here = [...names.filter((name) => name in window), ...Object.getOwnPropertyNames(window)].filter((name) =>
          /^__(notify|hear|port)|^require$|^process$|^ipcRenderer$|^electron$/.test(name),
        )
        frame.remove()
        return [...inFrame, ...here]
      })
      expect(reached).toEqual([])
    })

    it('cannot be intercepted by replacing built-ins', async () => {
      const overheard = await page.evaluate(() => {
        const caught: unknown[] = []
        const { dispatchEvent, addEventListener } = EventTarget.prototype
        EventTarget.prototype.dispatchEvent = function (this: EventTarget, event) {
          caught.push(event)
          return dispatchEvent.call(this, event)
        }
        EventTarget.prototype.addEventListener = function (
          this: EventTarget,
          ...args: Parameters<typeof addEventListener>
        ) {
          caught.push(args)
          return addEventListener.apply(this, args)
        } as typeof addEventListener
        const sum = api.add(2, 2)
        Object.assign(EventTarget.prototype, { dispatchEvent, addEventListener })
        return [sum, caught.length]
      })
      expect(overheard).toEqual([4, 0])
    })

    it('gives the preload electron and a process without secrets, and names missing parts', async () => {
      expect(await page.evaluate(() => api.surroundings())).toEqual({
        node: 'module not found: fs (a sandboxed preload has only electron)',
        sandboxed: true,
        platform: process.platform,
        missing: 'chromium-host does not provide ipcRenderer.sendSync',
      })
    })
  })

  describe('messages', () => {
    it('are answered, with data or an error', async () => {
      const answers = await page.evaluate(async () => [
        await api.invoke('echo', 1, { a: [null, 'ü'] }),
        String(await api.invoke('nothing')),
        await api.invoke('fail').catch((error: Error) => error.message),
        await api.invoke('nobody').catch((error: Error) => error.message),
        await api.invoke('echo', () => 1).catch((error: Error) => error.message),
      ])
      expect(answers).toEqual([
        [1, { a: [null, 'ü'] }],
        'undefined',
        "Error invoking remote method 'fail': TypeError: it failed",
        "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
        'An object could not be cloned: chromium-host passes no function',
      ])
    })

    it("show main the sender's address, in main's form", async () => {
      expect(await page.evaluate(() => api.invoke('who'))).toEqual({
        url: 'app://ui/',
        origin: 'app://ui',
        top: true,
        detached: false,
        address: 'app://ui/',
        id: 1,
      })
    })

    it('from main arrive completely and in order', async () => {
      const order = await page.evaluate(
        () =>
          new Promise<number[]>((resolve) => {
            const got: number[] = []
            const stop = api.onPushed((index) => {
              got.push(index)
              if (got.length < 500) return
              stop()
              resolve(got)
            })
            api.send('push', 500, { text: 'x'.repeat(5000) })
          }),
      )
      expect(order).toEqual(Array.from({ length: 500 }, (_, index) => index))
    })
  })

  describe('a page', () => {
    it('has the policy that main serves it with', async () => {
      const response = await page.evaluate(async () => {
        const answer = await fetch('/')
        return [answer.headers.get('content-security-policy'), isSecureContext]
      })
      expect(response).toEqual(["default-src 'none'; script-src 'self'; connect-src *; img-src *; frame-src *", true])
      const ran = await page.evaluate(() => {
        const script = document.createElement('script')
        script.textContent = 'window.injected = true'
        document.body.append(script)
        return 'injected' in window
      })
      expect(ran).toBe(false)
    })

    it('gets large files completely', async () => {
      const size = await page.evaluate(async () => (await (await fetch('/big')).arrayBuffer()).byteLength)
      expect(size).toBe(5_000_000)
    })

    it('reaches no other address: not by request, socket, image or worker', async () => {
      const reached = await page.evaluate(async () => {
        const fails = (url: string): Promise<string> =>
          fetch(url).then(
            () => 'reached',
            () => 'blocked',
          )
        const socket = new Promise((resolve) => {
          const one = new WebSocket('ws://127.0.0.1:9/')
          one.onopen = () => resolve('reached')
          one.onerror = () => resolve('blocked')
        })
        const image = new Promise((resolve) => {
          const one = new Image()
          one.onload = () => resolve('reached')
          one.onerror = () => resolve('blocked')
          one.src = 'http://example.com/x.png'
        })
        const worker = new Promise((resolve) => {
          new Worker('/worker.js').onmessage = ({ data }) => resolve(data)
        })
        return Promise.all([fails('http://example.com/'), fails('https://127.0.0.1/'), socket, image, worker])
      })
      expect(reached).toEqual(['blocked', 'blocked', 'blocked', 'blocked', 'blocked'])
      expect((await seen()).requests).toContain('http://example.com/')
    })

    it.each(['http://example.com/away', 'app://ui/elsewhere', 'about:blank', 'blob:http://ui.localhost/x'])(
      'cannot navigate to %s when main says no',
      async (url) => {
        const request = url.startsWith('app:') ? 'http://ui.localhost/elsewhere' : url
        await page.evaluate((address) => {
          window.location.href = address
        }, request)
        await refused(`will-navigate ${url}`).toBe(1)
        expect(page.url()).toBe('http://ui.localhost/')
        expect(await page.evaluate(() => api.add(1, 1))).toBe(2)
      },
    )

    it('opens no window by itself', async () => {
      const opened = await page.evaluate(() => {
        const link = document.createElement('a')
        Object.assign(link, { href: 'http://example.com/blank', target: '_blank' })
        document.body.append(link)
        link.click()
        return [window.open('http://example.com/popup'), window.open('about:blank'), window.open()]
      })
      expect(opened).toEqual([null, null, null])
      await refused('open http://example.com/popup').toBe(1)
      await refused('open http://example.com/blank').toBe(1)
      await expect.poll(() => pagesOf(browser).length, PATIENT).toBe(1)
    })

    it('loads nothing external into a frame', async () => {
      await page.evaluate(() => {
        const frame = document.createElement('iframe')
        frame.src = 'http://example.com/frame'
        document.body.append(frame)
      })
      await refused('will-frame-navigate http://example.com/frame').toBe(1)
      expect(page.frames().filter((frame) => frame.url().includes('example.com'))).toEqual([])
    })

    it('is captured as its window shows it', async () => {
      expect(await page.evaluate(() => api.invoke('capture'))).toEqual({ width: 892, height: 610, magic: 'PNG' })
    })

    it('runs code from main', async () => {
      expect(await page.evaluate(() => api.invoke('evaluate', 'Promise.resolve(document.title)'))).toBe('Fixture')
      const failed = page.evaluate(() => api.invoke('evaluate', 'null.x').catch((error: Error) => error.message))
      expect(await failed).toContain('TypeError')
    })
  })

  it('names every API that main uses and the host lacks', async () => {
    expect(await page.evaluate(() => api.invoke('missing'))).toEqual({
      app: 'chromium-host does not provide app.setBadgeCount',
      window: 'chromium-host does not provide BrowserWindow.setKiosk',
      whole: 'chromium-host does not provide electron.somethingNew',
      part: 'chromium-host does not provide safeStorage.isEncryptionAvailable',
      static: 'chromium-host does not provide BrowserWindow.addExtension',
      required: 'chromium-host does not provide electron.somethingElse',
    })
  })

  describe('windows', () => {
    const size = (of: Page): Promise<number[]> => of.evaluate(() => [innerWidth, innerHeight, devicePixelRatio])

    it('have a frame around their page, can be moved and resized by main, closed and reopened', async () => {
      expect(await size(page)).toEqual([892, 610, 1])
      const second = await openWindow(browser, page)
      await fixture.says(/window 2 show/)
      expect(await size(second)).toEqual([700, 500, 1])
      expect(await second.evaluate(() => api.invoke('bounds'))).toEqual({ x: 30, y: 20, width: 708, height: 530 })
      await second.evaluate(() => api.invoke('bounds', { x: 60, y: 50, width: 1000, height: 620 }))
      await fixture.says(/window 2 resize/)
      expect(await size(second)).toEqual([992, 590, 1])
      expect(await second.evaluate(() => api.invoke('bounds'))).toEqual({ x: 60, y: 50, width: 1000, height: 620 })
      const state = (name: string) => second.evaluate((request) => api.invoke('state', request), name)
      expect(await state('maximize')).toMatchObject({
        maximized: true,
        normal: { x: 60, y: 50, width: 1000, height: 620 },
      })
      await expect.poll(async () => (await size(second))[0], PATIENT).toBe(1920)
      await state('minimize')
      await fixture.says(/window 2 minimize/)
      await state('restore')
      // The state arrives once the browser has reported it.
      await expect.poll(() => state('nothing'), PATIENT).toMatchObject({ maximized: true })
      await state('unmaximize')
      await state('enterFull')
      await expect.poll(() => size(second), PATIENT).toEqual([1920, 1080, 1])
      expect(await state('leaveFull')).toMatchObject({ maximized: false, fullScreen: false })
      await expect.poll(() => size(second), PATIENT).toEqual([992, 590, 1])
      expect(await second.evaluate(() => api.invoke('who'))).toMatchObject({ id: 2 })

      await page.evaluate(() => api.invoke('close-window', 2))
      await fixture.says(/window 2 closed/)
      await expect.poll(() => second.isClosed(), PATIENT).toBe(true)
      const third = await openWindow(browser, page)
      await fixture.says(/window 3 show/)
      expect(await third.evaluate(() => api.add(20, 1))).toBe(21)
      await third.close()
      await fixture.says(/window 3 close\n(.*\n)*fixture window 3 closed/)
    })

    it('are ordinary pages to a test: click, keyboard, screenshot, reload', async () => {
      await page.evaluate(() => {
        const field = document.createElement('input')
        field.id = 'field'
        document.body.prepend(field)
      })
      await page.click('#field')
      await page.keyboard.type('12.5')
      expect(await page.inputValue('#field')).toBe('12.5')
      expect((await page.screenshot()).readUInt32BE(16)).toBe(892)
      await page.reload()
      expect(await page.evaluate(() => api.add(3, 4))).toBe(7)
    })

    it('are reported to main when their page crashes, and load again', async () => {
      await page.evaluate(() => void api.invoke('crash')).catch(() => undefined)
      await fixture.says(/gone crashed/)
      await fixture.says(/gone crashed\n(.*\n)*fixture window 1 did-finish-load/)
      // A crashed page stays crashed for the Playwright connection that saw it.
      const afresh = await connect(fixture)
      expect(await pagesOf(afresh)[0]?.evaluate(() => api.add(5, 5))).toBe(10)
      await afresh.close()
    })
  })

  it('a second start sends its arguments to the first, and exits', async () => {
    const second = startFixture([], {}, fixture.dataDir)
    expect(await second.ended).toBe(0)
    expect(second.output()).not.toContain('second-instance')
    const [, argument = ''] = await fixture.says(/second-instance (.*)/)
    expect(JSON.parse(argument)).toEqual([true, process.cwd(), { hello: 'second' }])
  })

  it('quits in order on request, and leaves no browser and no profile behind', async () => {
    const running = fixture.browserProcesses()
    expect(running.length).toBeGreaterThan(0)
    fixture.process.kill('SIGTERM')
    expect(await fixture.ended).toBe(0)
    expect(fixture.output()).toMatch(
      /before-quit\n(.*\n)*fixture window 1 close\n(.*\n)*fixture window 1 closed\nfixture will-quit\nfixture quit\n$/,
    )
    expect(fixture.browserProcesses()).toEqual([])
    expect(readdirSync(join(fixture.dataDir, 'chromium'))).toEqual([])
  })
})

const haveXServer = spawnSync('which', ['Xvfb']).status === 0

describe.skipIf(!haveBrowser || !haveXServer)('where there is a display', () => {
  it('each window is separate, without tabs, has the size that main requested, and can be reopened', async () => {
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer]
    const fixture = startFixture(['--remote-debugging-port=0'], { DISPLAY: `:${number.toString().trim()}` })
    try {
      const browser = await connect(fixture)
      await fixture.says(/window 1 show/)
      // The window exists before a connected client sees its page.
      await expect.poll(() => pagesOf(browser).length, PATIENT).toBe(1)
      const page = pagesOf(browser)[0] as Page
      await page.waitForURL('http://ui.localhost/')
      const size = (of: Page): Promise<number[]> => of.evaluate(() => [innerWidth, innerHeight])
      expect(await size(page)).toEqual([892, 610])
      expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
      const second = await openWindow(browser, page)
      await fixture.says(/window 2 show/)
      expect(await size(second)).toEqual([700, 500])
      expect(await second.evaluate(() => api.add(1, 2))).toBe(3)
      await browser.close()
      fixture.process.kill('SIGTERM')
      expect(await fixture.ended).toBe(0)
      expect(fixture.browserProcesses()).toEqual([])
    } finally {
      fixture.process.kill('SIGKILL')
      server.kill()
    }
  })
})

describe.skipIf(!haveBrowser)('the end of an app in the host', () => {
  it('killed, it takes its browser with it', async () => {
    const fixture = startFixture()
    await fixture.says(/window 1 show/)
    expect(fixture.browserProcesses().length).toBeGreaterThan(0)
    expect(fixture.output()).not.toContain('listening')
    fixture.process.kill('SIGKILL')
    await fixture.ended
    await expect.poll(() => fixture.browserProcesses(), PATIENT).toEqual([])
  })

  it('reports a dead browser and exits with code 1', async () => {
    const fixture = startFixture()
    await fixture.says(/window 1 show/)
    process.kill(Math.min(...fixture.browserProcesses()), 'SIGKILL')
    expect(await fixture.ended).toBe(1)
    expect(fixture.output()).toMatch(/chromium-host: the browser has ended by itself/)
    expect(fixture.output()).toContain('gone crashed')
  })

  it('prints one line and exits with code 2 without a browser', async () => {
    const fixture = startFixture([], { ISOTHERM_CHROMIUM: '/nowhere/chromium' }, newDataDir())
    expect(await fixture.ended).toBe(2)
    expect(fixture.output().trim().split('\n')).toHaveLength(1)
    expect(fixture.output()).toContain('/nowhere/chromium')
    expect(existsSync(join(fixture.dataDir, 'chromium'))).toBe(false)
  })

  it('prints one line and exits with code 2 for an invalid port', async () => {
    const fixture = startFixture(['--remote-debugging-port', 'many'])
    expect(await fixture.ended).toBe(2)
    expect(fixture.output()).toBe('chromium-host: --remote-debugging-port takes a port from 0 to 65535, not "many"\n')
  })
})
