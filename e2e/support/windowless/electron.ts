/**
 * Electron without windows, for rounds in which main is killed and started again many times over: the built main runs as it is, and a
 * window is only an end of IPC that speaks with the test over the process's own channel. What a window shows is none of its matter.
 */
import { EventEmitter } from 'node:events'

type Listener = (event: object, ...args: unknown[]) => unknown
interface Call {
  readonly id: number
  readonly channel: string
  readonly input: unknown
}

/** Anything that main touches and that does not matter here: callable, constructible, and the same below. */
const anything: never = new Proxy(function nothing() {}, {
  get: (_target, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => 0 : anything),
  apply: () => anything,
  construct: () => anything,
}) as never

const handlers = new Map<string, Listener>()
export const ipcMain = {
  handle: (channel: string, listener: Listener) => void handlers.set(channel, listener),
  on: () => undefined,
}

const paths = new Map<string, string>()
class App extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine: never = anything
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
  enableSandbox(): void {}
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
const quiet = <T extends object>(members: T): T =>
  new Proxy(members, { get: (target, key) => (key in target ? Reflect.get(target, key, target) : anything) })
export const app = new App()

let copied = ''
export const clipboard = quiet({
  readText: () => copied,
  writeText: (text: string) => {
    copied = text
  },
  clear: () => {
    copied = ''
  },
})

const contents: object[] = []
export class BrowserWindow extends EventEmitter {
  readonly webContents = quiet(
    Object.assign(new EventEmitter(), {
      id: contents.length + 1,
      isDestroyed: () => false,
      send: (channel: string, payload: unknown) => void process.send?.({ channel, payload }),
    }),
  )
  constructor() {
    super()
    contents.push(this.webContents)
    app.emit('web-contents-created', {}, this.webContents)
  }
  loadURL = async (): Promise<void> => {}
  show = (): void => {}
  focus = (): void => {}
  isVisible = (): boolean => true
  isMinimized = (): boolean => false
  isDestroyed = (): boolean => false
  isFocused = (): boolean => true
  getNormalBounds = () => ({ x: 0, y: 0, width: 800, height: 600 })
  static getAllWindows = (): BrowserWindow[] => []
  static getFocusedWindow = (): null => null
}

const display = { id: 1, scaleFactor: 1, workArea: { x: 0, y: 0, width: 800, height: 600 } }
export const screen = quiet({ getAllDisplays: () => [display], getPrimaryDisplay: () => display })
export const Menu: never = anything
export const Notification: never = anything
export const dialog: never = anything
export const nativeImage: never = anything
export const nativeTheme: never = anything
export const net: never = anything
export const powerMonitor: never = anything
export const protocol: never = anything
export const session: never = anything
export const shell: never = anything

process.on('message', async ({ id, channel, input }: Call) => {
  const sender = contents[0]
  const senderFrame = { detached: false, parent: null, url: 'app://ui/' }
  try {
    process.send?.({ id, answer: await handlers.get(channel)?.({ sender, senderFrame }, input) })
  } catch (error) {
    process.send?.({ id, answer: { ok: false, error: { code: 'thrown', message: String(error) } } })
  }
})
process.on('SIGTERM', () => app.quit())
process.on('disconnect', () => process.exit(0))
