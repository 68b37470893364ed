/** `app`: the program's lifecycle, from ready to quit, in Electron's order of events. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type * as Electron from 'electron'
import { asElectron } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { HostEmitter } from './missing.ts'
import { AppPaths } from './paths.ts'
import { type AppEvents, runtime, say } from './runtime.ts'
import { sessionOf } from './session.ts'
import { InstanceLock, type SecondInstance } from './single-instance.ts'

interface PackageFile {
  readonly folder: string
  readonly name: string
  readonly productName?: string
  readonly version: string
}

/** The package that the main file belongs to. */
function findPackage(mainFile: string): PackageFile {
  for (let folder = dirname(resolve(mainFile)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file)) {
      const {
        name = 'electron',
        version = '0.0.0',
        productName,
      } = JSON.parse(readFileSync(file, 'utf8')) as Partial<PackageFile>
      return { folder, name, version, ...(productName === undefined ? {} : { productName }) }
    }
    if (folder === dirname(folder)) return { folder: dirname(resolve(mainFile)), name: 'electron', version: '0.0.0' }
  }
}

type Stage = 'starting' | 'ready' | 'quitting' | 'exiting'

export class App extends HostEmitter<AppEvents> {
  readonly commandLine = asElectron<Electron.CommandLine>()(runtime.commandLine)
  readonly isPackaged = false
  readonly #package: PackageFile
  readonly #paths: AppPaths
  readonly #whenReady = Promise.withResolvers<void>()
  #name: string
  #stage: Stage = 'starting'
  #lock: InstanceLock | null = null

  constructor(mainFile: string) {
    super()
    this.#package = findPackage(mainFile)
    this.#name = this.#package.productName ?? this.#package.name
    this.#paths = new AppPaths(process.env, () => this.#name)
    runtime.app = this
    runtime.windowClosed = () => this.#windowClosed()
    runtime.quit = () => this.quit()
  }

  whenReady(): Promise<void> {
    return this.#whenReady.promise
  }

  isReady(): boolean {
    return this.#stage === 'ready'
  }

  get name(): string {
    return this.#name
  }

  set name(name: string) {
    this.#name = name
  }

  getName(): string {
    return this.#name
  }

  setName(name: string): void {
    this.#name = name
  }

  getVersion(): string {
    return this.#package.version
  }

  getAppPath(): string {
    return this.#package.folder
  }

  getPath(name: string): string {
    return this.#paths.get(name)
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }

  getLocale(): string {
    return 'en-US'
  }

  getSystemLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getSystemLocale()]
  }

  /** Takes the lock on the user data; another instance that holds it emits `second-instance`. */
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    this.#lock ??= new InstanceLock(this.getPath('userData'))
    const self: SecondInstance = {
      argv: [...process.argv],
      workingDirectory: process.cwd(),
      additionalData: additionalData ?? null,
    }
    return this.#lock.request(self, (other) => {
      this.emit('second-instance', hostEvent({}), other.argv, other.workingDirectory, other.additionalData)
    })
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock?.held ?? false
  }

  releaseSingleInstanceLock(): void {
    this.#lock?.release()
  }

  /** The host's windows are sandboxed whenever the browser is: always except as root on Linux. */
  enableSandbox(): void {}

  disableHardwareAcceleration(): void {
    this.commandLine.appendSwitch('disable-gpu')
  }

  /** The host is never registered for links. */
  setAsDefaultProtocolClient(_protocol: string, _path?: string, _args?: string[]): boolean {
    return false
  }

  /** Only relevant on Windows. */
  setAppUserModelId(_id: string): void {}

  focus(): void {
    runtime.windows.values().next().value?.focus()
  }

  /** Asks listeners and windows, then ends the program; each of them may prevent it. */
  quit(): void {
    if (this.#stage === 'quitting' || this.#stage === 'exiting') return
    const wasStarting = this.#stage === 'starting'
    const event = hostEvent({})
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#stage = 'quitting'
    if (runtime.windows.size === 0) {
      this.#willQuit(wasStarting)
      return
    }
    for (const window of runtime.windows.values()) {
      let prevented = false
      window.once('close', (closing) => {
        // Other listeners may come after this one: check once all have been asked.
        queueMicrotask(() => {
          if (closing.defaultPrevented && this.#stage === 'quitting') this.#stage = 'ready'
        })
        prevented = closing.defaultPrevented
      })
      window.close()
      if (prevented) break
    }
  }

  /** Starts nothing, and prints what Electron would start after the program has ended. */
  relaunch(options: Electron.RelaunchOptions = {}): void {
    say(`would start again: ${options.execPath ?? process.execPath}`)
  }

  /** Ends the program at once, without asking windows or listeners of `before-quit` and `will-quit`. */
  exit(code = 0): void {
    if (this.#stage === 'exiting') return
    this.#stage = 'exiting'
    for (const window of [...runtime.windows.values()]) window.destroy()
    void this.#end(code)
  }

  /** For the host: the browser is available. */
  becomeReady(): void {
    if (this.#stage !== 'starting') return
    this.#stage = 'ready'
    this.emit('will-finish-launching')
    this.emit('session-created', sessionOf('').electron)
    this.emit('ready', hostEvent({}), {})
    this.#whenReady.resolve()
  }

  /** For the host: whether it is too late to start a browser. */
  get ending(): boolean {
    return this.#stage === 'quitting' || this.#stage === 'exiting'
  }

  /** For the host: the browser has died. */
  async browserDied(lastMessage: string): Promise<void> {
    if (this.#stage === 'exiting') return
    say(`the browser has ended by itself: ${lastMessage}`)
    for (const contents of [...runtime.contents.values()]) contents.browserDied()
    this.exit(1)
  }

  #windowClosed(): void {
    if (runtime.windows.size > 0 || this.#stage === 'exiting') return
    if (this.#stage === 'quitting') {
      this.#willQuit(false)
      return
    }
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }

  #willQuit(wasStarting: boolean): void {
    const event = hostEvent({})
    this.emit('will-quit', event)
    if (event.defaultPrevented) {
      this.#stage = wasStarting ? 'starting' : 'ready'
      return
    }
    this.#stage = 'exiting'
    void this.#end(0)
  }

  async #end(code: number): Promise<void> {
    this.emit('quit', hostEvent({}), code)
    this.#lock?.release()
    await runtime.browser?.stop()
    process.exit(code)
  }
}

Object.defineProperty(App, 'name', { value: 'app' })
