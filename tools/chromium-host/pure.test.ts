import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertPlain, plainArguments } from './bridge/index.ts'
import { chromiumFlags, findChromium } from './browser/index.ts'
import { frame, MessageSplitter } from './cdp/index.ts'
import { ClipboardItem, clipboard } from './clipboard.ts'
import { createCommandLine, switchValue } from './command-line.ts'
import { cancelButton } from './dialog.ts'
import { Menu } from './menu.ts'
import { pressMenuKey } from './menu-keys.ts'
import { absent, HostEmitter, provide, provideStatics } from './missing.ts'
import { AppPaths } from './paths.ts'
import { SchemeUrls } from './scheme-urls.ts'
import { parseScreens, parseXrandr, Screen, screensOfBrowser } from './screen.ts'
import { Session } from './session.ts'
import { InstanceLock } from './single-instance.ts'
import { assertCarriedOut } from './window-options.ts'

describe('addresses', () => {
  const urls = new SchemeUrls()
  urls.register(['app', 'help'])

  it.each([
    ['app://ui/', 'http://ui.localhost/'],
    ['app://ui/a/b.js?x=1&y=%20#part', 'http://ui.localhost/a/b.js?x=1&y=%20#part'],
    ['help://book/page', 'http://book.help.localhost/page'],
  ])('%s is %s in Chromium, and back', (own, browser) => {
    expect(urls.toBrowser(own)).toBe(browser)
    expect(urls.fromBrowser(browser)).toBe(own)
  })

  it.each([
    'https://ui.localhost/',
    'http://ui.localhost:8080/',
    'http://user@ui.localhost/',
    'http://ui.localhost.example.com/',
    'http://localhost/',
    'http://.localhost/',
    'http://example.com/?http://ui.localhost/',
    'about:blank',
    'data:text/html,x',
    'nonsense',
  ])('%s belongs to no registered scheme', (url) => {
    expect(urls.ownUrl(url)).toBeNull()
    expect(urls.fromBrowser(url)).toBe(url)
  })

  it('an origin is converted to main’s form', () => {
    expect(urls.originFromBrowser('http://ui.localhost/a/b')).toBe('app://ui')
    expect(urls.originFromBrowser('https://example.com/x')).toBe('https://example.com')
    expect(urls.originFromBrowser('about:blank')).toBe('null')
  })
})

describe('the pipe', () => {
  it('returns every message completely, for any split of the bytes', () => {
    const messages = fc.array(fc.record({ id: fc.nat(), text: fc.string({ unit: 'grapheme' }) }), { maxLength: 8 })
    fc.assert(
      fc.property(messages, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (sent, cuts) => {
        const bytes = Buffer.from(sent.map(frame).join(''))
        const got: unknown[] = []
        const splitter = new MessageSplitter((text) => got.push(JSON.parse(text)))
        for (let at = 0; at < bytes.length; ) {
          const length = cuts.next().value as number
          splitter.push(bytes.subarray(at, at + length))
          at += length
        }
        expect(got).toEqual(sent)
      }),
    )
  })
})

describe('a missing API', () => {
  class Window extends HostEmitter<{ show: [] }> {
    title = 'x'
    static all(): number {
      return 1
    }
  }
  provideStatics(Window, 'Window')

  it('throws by name, on objects, classes and whole modules', () => {
    const thing = provide('thing', { there: 1 }) as { there: number; gone?: number }
    expect(thing.there).toBe(1)
    expect(() => thing.gone).toThrow('chromium-host does not provide thing.gone')
    const window = new Window() as Window & { setKiosk(): void }
    expect(() => window.setKiosk()).toThrow('chromium-host does not provide Window.setKiosk')
    expect(() => (Window as unknown as { none: number }).none).toThrow('chromium-host does not provide Window.none')
    const Tray = absent('Tray') as { new (): object; isFine(): boolean }
    expect(() => new Tray()).toThrow('chromium-host does not provide Tray')
    expect(() => Tray.isFine()).toThrow('chromium-host does not provide Tray.isFine')
  })

  it('does not affect what exists: events, promises, printing', async () => {
    const window = new Window()
    let received = 0
    window.on('show', () => {
      received += 1
    })
    window.emit('show')
    expect([received, window.title, Window.all()]).toEqual([1, 'x', 1])
    expect(await Promise.resolve(window)).toBe(window)
    expect(`${window}`).toBe('[object Object]')
    expect('setKiosk' in window).toBe(false)
  })
})

describe('a window', () => {
  it.each([
    [{ kiosk: true }, 'BrowserWindow with kiosk: true'],
    [{ webPreferences: { nodeIntegration: true } }, 'BrowserWindow with webPreferences.nodeIntegration: true'],
    [{ webPreferences: { contextIsolation: false } }, 'BrowserWindow with webPreferences.contextIsolation: false'],
    [{ webPreferences: { sandbox: false } }, 'BrowserWindow with webPreferences.sandbox: false'],
    [{ webPreferences: { plugins: true } }, 'BrowserWindow with webPreferences.plugins: true'],
  ])('refuses %j by name instead of substituting something weaker', (options, name) => {
    expect(() => assertCarriedOut(options)).toThrow(`chromium-host does not provide ${name}`)
  })

  it('accepts the options that the host supports', () => {
    expect(() =>
      assertCarriedOut({
        ...{
          x: 1,
          y: 2,
          width: 3,
          height: 4,
          minWidth: 1,
          minHeight: 1,
          show: false,
          title: 'x',
          useContentSize: true,
        },
        webPreferences: { preload: '/p', sandbox: true, contextIsolation: true, nodeIntegration: false },
      }),
    ).not.toThrow()
  })
})

describe('requests', () => {
  it('are passed to a listener if its filter matches; the others proceed', async () => {
    const one = new Session()
    one.webRequest.onBeforeRequest({ urls: ['http://127.0.0.1/*', 'https://*.example.org/a*'] }, (_details, answer) =>
      answer({ cancel: true }),
    )
    const asked = async (url: string) => (await one.askBeforeRequest({ url } as never))?.cancel ?? false
    expect(await asked('http://127.0.0.1:8080/x')).toBe(true)
    expect(await asked('https://www.example.org/about')).toBe(true)
    expect(await asked('https://example.org/b')).toBe(false)
    expect(await asked('https://127.0.0.1/x')).toBe(false)
    expect(() => one.webRequest.onBeforeRequest({ urls: ['nonsense'] }, () => undefined)).toThrow('nonsense')
    one.webRequest.onBeforeRequest(null)
    expect(one.askBeforeRequest({ url: 'http://127.0.0.1/' } as never)).toBeNull()
  })
})

describe('a value between main and a page', () => {
  it.each([
    [() => 1, 'function'],
    [1n, 'bigint'],
    [Symbol('x'), 'symbol'],
    [new Map(), 'Map'],
    [new Date(0), 'Date'],
    [Number.NaN, 'NaN'],
    [{ deep: [{ inside: new Set() }] }, 'Set'],
  ])('%s is refused, never changed in transit', (value, name) => {
    expect(() => assertPlain(value)).toThrow(name)
  })

  it('a cycle is refused', () => {
    const circle: { self?: object } = {}
    circle.self = circle
    expect(() => assertPlain(circle)).toThrow('circular')
  })

  it('plain data arrives unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const [arrived] = JSON.parse(JSON.stringify(plainArguments([value]))) as unknown[]
        expect(arrived).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(plainArguments([undefined, 1, undefined])).toEqual([undefined, 1])
  })
})

describe('the command line', () => {
  it('parses a switch in both forms', () => {
    expect(switchValue(['--port', '7'], 'port')).toBe('7')
    expect(switchValue(['--port=7'], 'port')).toBe('7')
    expect(switchValue(['--port', '--headless'], 'port')).toBe('')
    expect(switchValue(['--portable'], 'port')).toBeNull()
  })

  it('main’s added and removed switches override the given ones', () => {
    const line = createCommandLine(['--given=1'])
    line.appendSwitch('disable-gpu')
    line.appendSwitch('lang', 'de')
    line.removeSwitch('given')
    expect([line.hasSwitch('given'), line.getSwitchValue('lang'), line.hasSwitch('disable-gpu')]).toEqual([
      false,
      'de',
      true,
    ])
    expect(line.added()).toEqual(['--disable-gpu', '--lang=de'])
  })
})

const FLAGS = {
  profile: '/p',
  headless: true,
  screens: '{800x600}',
  debuggingPort: null,
  root: false,
  network: false,
  added: [],
}

describe('the browser', () => {
  it('is the configured one, else the first found', () => {
    const has = (path: string) => (candidate: string) => candidate === path
    expect(findChromium({ ISOTHERM_CHROMIUM: '/x/c' }, has('/x/c'))).toEqual({ path: '/x/c' })
    expect(findChromium({ PATH: '/a:/b' }, has('/b/chromium-browser'))).toEqual({ path: '/b/chromium-browser' })
  })

  it('reports a missing one in one line with what to install', () => {
    const none = findChromium({ PATH: '/a' }, () => false)
    expect(none).toHaveProperty('problem', expect.stringMatching(/^[^\n]*apt-get install chromium[^\n]*$/))
    expect(findChromium({ ISOTHERM_CHROMIUM: '/gone' }, () => false)).toHaveProperty(
      'problem',
      expect.stringContaining('/gone'),
    )
  })

  it('opens no port unless requested, and runs without a sandbox only as root', () => {
    const flags = chromiumFlags(FLAGS)
    expect(flags.filter((flag) => /port|no-sandbox/.test(flag))).toEqual([])
    expect(chromiumFlags({ ...FLAGS, debuggingPort: 0 })).toContain('--remote-debugging-port=0')
    expect(chromiumFlags({ ...FLAGS, root: true })).toContain('--no-sandbox')
  })

  it('joins the V8 flags of main with its own, as the browser takes the last of a repeated switch', () => {
    const added = ['--js-flags=--max-semi-space-size=4', '--mute-audio']
    const flags = chromiumFlags({ ...FLAGS, added })
    expect(flags.filter((flag) => flag.startsWith('--js-flags'))).toEqual([
      '--js-flags=--no-compilation-cache --max-semi-space-size=4',
    ])
    expect(flags).toContain('--mute-audio')
  })
})

describe('screens', () => {
  it('are placed side by side, or where specified', () => {
    const boundsOf = (text: string) => parseScreens(text).map(({ bounds }) => bounds)
    expect(boundsOf('{800x600}{1024x768}{-640,10 640x480 devicePixelRatio=1}')).toEqual([
      { x: 0, y: 0, width: 800, height: 600 },
      { x: 800, y: 0, width: 1024, height: 768 },
      { x: -640, y: 10, width: 640, height: 480 },
    ])
    expect(() => parseScreens('800x600')).toThrow('ISOTHERM_SCREENS')
  })

  it('have a scale, a work area, and one primary; the browser gets their positions', () => {
    const text = '{800x600 devicePixelRatio=1.5}{1024x768 primary workAreaTop=25 workAreaRight=24}'
    expect(parseScreens(text)).toMatchObject([
      { scale: 1.5, isPrimary: false, workArea: { x: 0, y: 0, width: 800, height: 600 } },
      { scale: 1, isPrimary: true, workArea: { x: 800, y: 25, width: 1000, height: 743 } },
    ])
    expect(screensOfBrowser(text)).toBe('{0,0 800x600}{800,0 1024x768}')
  })

  it('of an X server are parsed with the primary one marked', () => {
    const text = 'HDMI-1 connected 1024x768+1920+0 (normal)\nDP-2 disconnected\neDP-1 connected primary 1920x1080+0+0 x'
    expect(parseXrandr(text)).toMatchObject([
      { bounds: { x: 1920, y: 0, width: 1024, height: 768 }, isPrimary: false },
      { bounds: { x: 0, y: 0, width: 1920, height: 1080 }, isPrimary: true },
    ])
  })

  it('are added, removed and changed, each reported to main, and the primary one is not the first', () => {
    const screen = new Screen()
    const events: string[] = []
    const idOf = (display: { id: number }): number => display.id
    screen.become(parseScreens('{800x600}{1024x768}'))
    screen.on('display-added', (_event, display) => events.push(`+${idOf(display)}`))
    screen.on('display-removed', (_event, display) => events.push(`-${idOf(display)}`))
    screen.on('display-metrics-changed', (_event, display, changed) => events.push(`${idOf(display)} ${changed}`))
    expect(screen.getPrimaryDisplay().bounds.width).toBe(800)
    expect(screen.getAllDisplays().map(({ bounds }) => bounds.width)).toEqual([1024, 800])
    const [second, first] = screen.getAllDisplays().map(idOf)
    screen.become(parseScreens('{800x600 devicePixelRatio=2 workAreaTop=30}'))
    screen.become(parseScreens('{800x600 devicePixelRatio=2 workAreaTop=30}{1024x768}'))
    expect(events).toEqual([`-${second}`, `${first} workArea,scaleFactor`, `+${second}`])
  })
})

describe('the application menu', () => {
  const mod = process.platform === 'darwin' ? 'meta' : 'control'
  const press = (key: string, ...held: string[]) => {
    const keys = { control: false, alt: false, shift: false, meta: false }
    for (const each of held) Object.assign(keys, { [each]: true })
    return { by: 'key', key, code: '', isAutoRepeat: false, isComposing: false, location: 0, ...keys } as const
  }

  it('runs items by their keys', () => {
    const run: string[] = []
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        { label: 'File', submenu: [{ label: 'New', accelerator: 'CmdOrCtrl+Shift+N', click: () => run.push('new') }] },
        { label: 'Off', enabled: false, accelerator: 'Alt+O', click: () => run.push('off') },
        { label: 'Shown', registerAccelerator: false, accelerator: 'Alt+S', click: () => run.push('shown') },
      ]),
    )
    pressMenuKey(press('N', mod, 'shift'), undefined)
    pressMenuKey(press('n', mod), undefined)
    pressMenuKey(press('o', 'alt'), undefined)
    pressMenuKey(press('s', 'alt'), undefined)
    pressMenuKey({ ...press('N', mod, 'shift'), isAutoRepeat: true }, undefined)
    expect(run).toEqual(['new'])
  })

  it('performs roles: close closes, even from a menu that is itself a role', () => {
    const done: string[] = []
    const window = { close: () => done.push('close'), minimize: () => done.push('minimize') }
    Menu.setApplicationMenu(Menu.buildFromTemplate([{ role: 'windowMenu' }]))
    pressMenuKey(press('m', mod), window as never)
    if (process.platform !== 'darwin') pressMenuKey(press('w', mod), window as never)
    expect(done[0]).toBe('minimize')
    if (process.platform !== 'darwin') expect(done[1]).toBe('close')
  })
})

describe('the clipboard', () => {
  it('holds the last text or picture copied', async () => {
    const picture = new Blob(['png'], { type: 'image/png' })
    await clipboard.writeText('words')
    await clipboard.write([new ClipboardItem({ 'image/png': picture }) as never])
    expect([await clipboard.has('image/png'), await clipboard.readText()]).toEqual([true, ''])
    await clipboard.writeText('words')
    expect([await clipboard.has('image/png'), await clipboard.readText()]).toEqual([false, 'words'])
    expect(await new ClipboardItem({ 'image/png': picture }).getType('image/png')).toBe(picture)
  })
})

describe('a dialog without a display', () => {
  it.each([
    [{ message: '', buttons: ['Quit', 'Wait'], cancelId: 1, defaultId: 0 }, 1],
    [{ message: '', buttons: ['Discard', 'Cancel'], defaultId: 0 }, 1],
    [{ message: '', buttons: ['Copy', 'Quit'], defaultId: 1 }, 1],
    [{ message: '' }, 0],
  ])('%j is canceled, or answered with its default', (options, button) => {
    expect(cancelButton(options)).toBe(button)
  })
})

describe('paths', () => {
  it('of the user data follow XDG and the name, unless set', () => {
    const paths = new AppPaths({ XDG_CONFIG_HOME: '/c' }, () => 'isotherm')
    if (process.platform !== 'darwin') expect(paths.get('userData')).toBe('/c/isotherm')
    paths.set('userData', '/elsewhere')
    expect(paths.get('logs')).toBe('/elsewhere/logs')
    expect(() => paths.get('nowhere')).toThrow("app.getPath('nowhere')")
    expect(() => paths.set('userData', 'relative')).toThrow('absolute')
  })
})

describe('the single-instance lock', () => {
  const self = { argv: ['a'], workingDirectory: '/', additionalData: null }

  it('is held by one instance at a time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chromium-host-'))
    const first = new InstanceLock(folder)
    const second = new InstanceLock(folder)
    expect(first.request(self, () => undefined)).toBe(true)
    expect(second.request(self, () => undefined)).toBe(false)
    first.release()
    expect(second.request(self, () => undefined)).toBe(true)
    second.release()
  })
})
