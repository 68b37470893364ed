/**
 * Electron without windows, for rounds that kill and restart main many times: the built main runs unchanged, and a window is only an IPC end
 * connected to the test over the process's own channel. Nothing is displayed. Main gets the list of used APIs; everything else throws by name.
 */
import { EventEmitter } from 'node:events'
import { listedOnly } from '../../../tools/chromium-host/index.ts'

type Listener = (event: object, ...args: unknown[]) => unknown
/** Channel name for a key press in the window, not one of main's calls. */
const PRESS = 'press'
/** Channel name for text copied by another program. */
const COPIED = 'copied'
/** Channel name for machine events. */
const MACHINE = 'machine'
/** Channel name for the buttons to click in boxes. */
const BOXES = 'boxes'
let pressedInBoxes: readonly string[] = []

interface Call {
  readonly id: number
  readonly channel: string
  readonly input: unknown
}

const handlers = new Map<string, Listener>()
export const ipcMain = listedOnly('ipcMain', {
  handle: (channel: string, listener: Listener) => void handlers.set(channel, listener),
})

const paths = new Map<string, string>()
class App extends EventEmitter {
  readonly isPackaged = false
  setName(): void {}
  setPath(name: string, path: string): void {
    paths.set(name, path)
  }
  getPath(name: string): string {
    const path = paths.get(name)
    if (path === undefined) throw new Error(`no path ${name}`)
    return path
  }
  getVersion(): string {
    return '0.0.0'
  }
  readonly commandLine = { appendSwitch(): void {} }
  enableSandbox(): void {}
  isReady(): boolean {
    return true
  }
  requestSingleInstanceLock(): boolean {
    return true
  }
  async whenReady(): Promise<void> {}
  exit(code = 0): never {
    process.exit(code)
  }
  quit(): void {
    let stopped = false
    this.emit('before-quit', {})
    this.emit('will-quit', {
      preventDefault: () => {
        stopped = true
      },
    })
    if (!stopped) process.exit(0)
  }
}
export const app = listedOnly('app', new App())

let copied = ''
export const clipboard = listedOnly('clipboard', {
  readText: () => copied,
  writeText: (text: string) => {
    copied = text
  },
  clear: () => {
    copied = ''
  },
})

export const ClipboardItem = listedOnly('ClipboardItem', class {})

const contents: EventEmitter[] = []
export class BrowserWindow extends EventEmitter {
  readonly webContents = listedOnly(
    'WebContents',
    Object.assign(new EventEmitter(), {
      id: contents.length + 1,
      isDestroyed: () => false,
      postMessage: () => undefined,
    }),
  )
  constructor() {
    super()
    contents.push(this.webContents)
    app.emit('web-contents-created', {}, this.webContents)
    // biome-ignore lint/correctness/noConstructorReturn: main gets the window through the list.
    return listedOnly('BrowserWindow', this)
  }
  loadURL = async (): Promise<void> => {}
  show = (): void => {}
  focus = (): void => {}
  isVisible = (): boolean => true
  isMinimized = (): boolean => false
  isDestroyed = (): boolean => false
  isMaximized = (): boolean => false
  isFullScreen = (): boolean => false
  isFocused = (): boolean => true
  getNormalBounds = () => ({ x: 0, y: 0, width: 800, height: 600 })
}

/** Main's messages on its port go to the test. */
export class MessageChannelMain {
  readonly port1 = listedOnly(
    'MessagePortMain',
    Object.assign(new EventEmitter(), { postMessage: (batch: unknown) => void process.send?.({ batch }) }),
  )
  readonly port2 = listedOnly('MessagePortMain', new EventEmitter())
}

const area = { x: 0, y: 0, width: 800, height: 600 }
const display = { id: 1, bounds: area, workArea: area, scaleFactor: 1 }
export const screen = listedOnly(
  'screen',
  Object.assign(new EventEmitter(), { getAllDisplays: () => [display], getPrimaryDisplay: () => display }),
)
/** Boxes are answered as the test specified beforehand. */
export const dialog = listedOnly('dialog', {
  async showMessageBox(...given: readonly { readonly cancelId?: number; readonly buttons?: readonly string[] }[]) {
    const { cancelId = 0, buttons = [] } = given.at(-1) ?? {}
    const label = pressedInBoxes.find((one) => buttons.includes(one))
    return { response: label === undefined ? cancelId : buttons.indexOf(label) }
  },
})
export const Menu = listedOnly('Menu', {})
/** No tray, because there is no display. */
export const nativeImage = listedOnly('nativeImage', {})
export const Tray = class {}
export const powerMonitor = listedOnly(
  'powerMonitor',
  Object.assign(new EventEmitter(), { getSystemIdleState: () => 'active' }),
)
export const powerSaveBlocker = listedOnly('powerSaveBlocker', { start: () => 1, stop: () => true })
export const protocol = listedOnly('protocol', {})
export const nativeTheme = listedOnly('nativeTheme', { themeSource: 'dark', shouldUseDarkColors: true })
const oneSession = listedOnly(
  'Session',
  Object.assign(new EventEmitter(), {
    webRequest: listedOnly('WebRequest', {}),
    protocol,
    resolveProxy: async () => 'DIRECT',
    setProxy: async () => undefined,
  }),
)
export const session = listedOnly('session', { defaultSession: oneSession, fromPartition: () => oneSession })
export const shell = listedOnly('shell', {})

class QuietNotification {
  static isSupported = (): boolean => true
  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: main gets the notification through the list.
    return listedOnly('Notification', new EventEmitter())
  }
}
export const Notification = listedOnly('NotificationClass', QuietNotification)

process.on('message', async ({ id, channel, input }: Call) => {
  const sender = contents[0]
  if (channel === PRESS) {
    sender?.emit('before-input-event', {}, { type: 'keyDown', isAutoRepeat: false })
    process.send?.({ id, answer: null })
    return
  }
  if (channel === COPIED) {
    copied = String(input)
    process.send?.({ id, answer: null })
    return
  }
  if (channel === BOXES) {
    pressedInBoxes = input as readonly string[]
    process.send?.({ id, answer: null })
    return
  }
  if (channel === MACHINE) {
    powerMonitor.emit(String(input))
    process.send?.({ id, answer: null })
    return
  }
  const senderFrame = { detached: false, parent: null, url: 'app://ui/' }
  try {
    process.send?.({ id, answer: await handlers.get(channel)?.({ sender, senderFrame }, input) })
  } catch (error) {
    process.send?.({ id, answer: { ok: false, error: { code: 'thrown', message: String(error) } } })
  }
})
process.on('SIGTERM', () => app.quit())
process.on('disconnect', () => process.exit(0))
