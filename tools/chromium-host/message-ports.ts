/** `MessageChannelMain`: two connected ports, both in main until one of them is transferred to a page. */
import type * as Electron from 'electron'
import { plainArguments } from './bridge/index.ts'
import { asElectron, type EventsOf } from './electron-types.ts'
import { HostEmitter, notProvided } from './missing.ts'

/** Port events that the host emits. */
type PortEvents = EventsOf<Electron.MessagePortMain, 'close' | 'message'>

/** The other side of a port: the other port of its channel, or a page's end. */
export interface FarEnd {
  deliver(message: unknown): void
  closed(): void
}

export class MessagePortMain extends HostEmitter<PortEvents> {
  /** This port with Electron's type. */
  readonly electron = asMain(this)
  #far: FarEnd | null = null
  /** Messages queued until `start`; null afterwards. */
  #waiting: unknown[] | null = []

  postMessage(message: unknown, transfer: Electron.MessagePortMain[] = []): void {
    if (transfer.length > 0) throw notProvided('a port that is sent over a port')
    plainArguments([message])
    this.#far?.deliver(message)
  }

  start(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const message of waiting) this.#emit(message)
  }

  close(): void {
    const far = this.#far
    this.#far = null
    far?.closed()
  }

  // For the host.

  /** Connects two ports. */
  static entangle(one: MessagePortMain, other: MessagePortMain): void {
    one.#far = other.#asFarEnd()
    other.#far = one.#asFarEnd()
    one.#partner = other
    other.#partner = one
  }
  #partner: MessagePortMain | null = null

  /**
   * Transfers this port: messages of the other port go to `page` from now on, including earlier ones.
   * @returns the way to the other port.
   * @throws Error when the port was transferred before.
   */
  handOver(page: FarEnd): FarEnd {
    const partner = this.#partner
    if (partner === null) throw new Error('Port at index 0 is already neutered')
    partner.#far = page
    for (const message of this.#waiting ?? []) page.deliver(message)
    this.#partner = null
    this.#far = null
    return partner.#asFarEnd()
  }

  #asFarEnd(): FarEnd {
    return {
      deliver: (message) => {
        if (this.#waiting === null) this.#emit(message)
        else this.#waiting.push(message)
      },
      closed: () => {
        if (this.#far === null) return
        this.#far = null
        this.emit('close')
      },
    }
  }

  #emit(message: unknown): void {
    this.emit('message', { data: message, ports: [] })
  }
}

/** The port with Electron's type. */
const asMain = (port: MessagePortMain): Electron.MessagePortMain => asElectron<Electron.MessagePortMain>()(port)

export class MessageChannelMain {
  readonly port1: Electron.MessagePortMain
  readonly port2: Electron.MessagePortMain

  constructor() {
    const [one, other] = [new MessagePortMain(), new MessagePortMain()]
    MessagePortMain.entangle(one, other)
    this.port1 = one.electron
    this.port2 = other.electron
  }
}

/** The ports sent by main, as the host's own. @throws TypeError for anything else. */
export const hostPorts = (ports: readonly Electron.MessagePortMain[]): MessagePortMain[] =>
  ports.map((port: unknown) => {
    if (port instanceof MessagePortMain) return port
    throw new TypeError('Invalid value for transfer')
  })
