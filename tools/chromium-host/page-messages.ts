/** Messages between main and a page's preload: routing to the right world, batching, and main's answers. */
import type * as Electron from 'electron'
import { type HostMessage, type PageMessage, type Press, plainArguments } from './bridge/index.ts'
import type { Payload, Session as Target } from './cdp/index.ts'
import type { ContentsOfPage } from './contents-events.ts'
import { hostEvent } from './events.ts'
import { ipcMain } from './ipc-main.ts'
import { hostPorts } from './message-ports.ts'
import { PagePorts } from './page-ports.ts'
import { type PageNames, WORLD } from './page-setup.ts'
import { say } from './runtime.ts'

/** Batch size in characters after which messages are sent at once. */
const LONGEST_BATCH = 1_000_000

/** Messages of a page's world other than main's channels. */
interface PageEvents {
  openWindow(url: string): void
  navigationRefused(url: string, frameId: string): void
  pressed(press: Press): void
  windowChanged(what: 'focus' | 'blur' | 'resize' | 'visibility'): void
}

export class PageMessages {
  readonly #contents: ContentsOfPage
  readonly #events: PageEvents
  #target: Target | null = null
  #names: PageNames | null = null
  /** The worlds of inner frames, with their frames. */
  readonly #frameWorlds = new Map<number, string>()
  readonly #ports = new PagePorts((message) => this.#post(message))
  #world: number | null = null
  /** Messages of the current turn, for the page in `#world`. */
  #outbox: string[] = []
  #outboxLength = 0

  constructor(contents: ContentsOfPage, events: PageEvents) {
    this.#contents = contents
    this.#events = events
  }

  listen(target: Target): void {
    this.#target = target
    target.on('Runtime.executionContextCreated', ({ context }: Payload) => {
      if (context.name !== WORLD) return
      if (context.auxData?.frameId === this.#contents.mainFrameId) this.#enterWorld(context.id)
      else this.#frameWorlds.set(context.id, context.auxData?.frameId ?? '')
    })
    target.on('Runtime.executionContextDestroyed', ({ executionContextId }: Payload) => {
      if (this.#world === executionContextId) this.releaseWorld()
      this.#frameWorlds.delete(executionContextId)
    })
    target.on('Runtime.executionContextsCleared', () => {
      this.releaseWorld()
      this.#frameWorlds.clear()
    })
    target.on('Runtime.bindingCalled', ({ name, payload, executionContextId }: Payload) => {
      if (name !== this.#names?.binding && !name.startsWith('__report_')) return
      const message = JSON.parse(payload) as PageMessage
      const frame = this.#frameWorlds.get(executionContextId)
      if (executionContextId === this.#world) this.#hear(message)
      else if (frame !== undefined && message.kind === 'navigation-refused') {
        this.#events.navigationRefused(message.url, frame)
      }
    })
  }

  /** The page is set up: from now on its world can receive messages. */
  setUp(names: PageNames): void {
    this.#names = names
  }

  /** Sends a message to the preload of the current page. */
  send(channel: string, args: readonly unknown[]): void {
    this.#post({ kind: 'message', channel, args: plainArguments(args) })
  }

  /** Sends a message with ports; the ports are closed if the page is gone. */
  postMessage(channel: string, message: unknown, transfer: readonly Electron.MessagePortMain[]): void {
    const args = plainArguments([message])
    const ports = this.#ports.handOver(hostPorts(transfer))
    if (this.#world === null) this.#ports.closeAll()
    else this.#post({ kind: 'message', channel, args, ports })
  }

  /** The page is gone or crashed: pending messages are dropped. */
  releaseWorld(): void {
    this.#enterWorld(null)
  }

  /** The page has changed: messages for the previous one are not sent to the new one. */
  #enterWorld(world: number | null): void {
    this.#world = world
    this.#outbox = []
    this.#outboxLength = 0
    this.#ports.closeAll()
  }

  #hear(message: PageMessage): void {
    switch (message.kind) {
      case 'hello':
        break
      case 'invoke':
        void this.#invoke(message.id, message.channel, message.args)
        break
      case 'send':
        // A channel called "error" without a listener would throw here.
        if (ipcMain.listenerCount(message.channel) > 0) {
          ipcMain.emit(message.channel, this.#event(), ...message.args)
        }
        break
      case 'open-window':
        this.#events.openWindow(message.url)
        break
      case 'navigation-refused':
        this.#events.navigationRefused(message.url, this.#contents.mainFrameId)
        break
      case 'press':
        this.#events.pressed(message.press)
        break
      case 'window':
        this.#events.windowChanged(message.what)
        break
      case 'port':
        this.#ports.heard(message.id, message.message)
        break
      case 'preload-error':
        say(`the preload of window ${this.#contents.id} failed: ${message.stack || message.message}`)
        this.#contents.emit('preload-error', hostEvent({}), '', new Error(message.message))
        break
    }
  }

  #event(): Electron.IpcMainInvokeEvent & Electron.IpcMainEvent {
    const { id, electron, mainFrame } = this.#contents
    return hostEvent({
      type: 'frame' as const,
      sender: electron,
      senderFrame: mainFrame,
      processId: id,
      frameId: id,
      ports: [],
      reply: (channel: string, ...args: unknown[]) => this.#contents.send(channel, ...args),
      returnValue: undefined,
    })
  }

  async #invoke(id: number, channel: string, args: readonly unknown[]): Promise<void> {
    const world = this.#world
    let message: HostMessage
    try {
      const value = await ipcMain.answer(channel, this.#event(), args)
      plainArguments([value])
      message = { kind: 'answer', id, ...(value === undefined ? {} : { value }) }
    } catch (error) {
      message = { kind: 'refusal', id, message: String(error) }
    }
    // The requesting page may have been replaced; the new one numbers its own calls.
    if (this.#world === world) this.#post(message)
  }

  /** Messages of one turn are sent together; a long batch at once, since the browser limits message length. */
  #post(message: HostMessage): void {
    if (this.#world === null) return
    const text = JSON.stringify(message)
    this.#outbox.push(text)
    this.#outboxLength += text.length
    if (this.#outboxLength > LONGEST_BATCH) this.#flush()
    else if (this.#outbox.length === 1) queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    const batch = this.#outbox
    this.#outbox = []
    this.#outboxLength = 0
    if (batch.length === 0 || this.#world === null) return
    this.#target?.send('Runtime.evaluate', {
      expression: `${this.#names?.receive}(${JSON.stringify(`[${batch.join(',')}]`)})`,
      contextId: this.#world,
      silent: true,
    })
  }
}
