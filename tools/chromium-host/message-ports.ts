/** `MessageChannelMain`: two ports that speak with one another, in main until one of them is handed to a page. */
import type * as Electron from 'electron'
import { plainArguments } from './bridge/index.ts'
import { asElectron, type EventsOf } from './electron-types.ts'
import { HostEmitter, notProvided } from './missing.ts'

/** The events of ports that the host emits. */
type PortEvents = EventsOf<Electron.MessagePortMain, 'close' | 'message'>

/** What a port speaks with: the other port of its channel, or the end that a page has. */
export interface FarEnd {
  deliver(message: unknown): void
  closed(): void
}

export class MessagePortMain extends HostEmitter<PortEvents> {
  /** This port as main knows it. */
  readonly electron = asMain(this)
  #far: FarEnd | null = null
  /** Messages that wait for `start`; null once they do no longer. */
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

  /** Has two ports speak with one another. */
  static entangle(one: MessagePortMain, other: MessagePortMain): void {
    one.#far = other.#asFarEnd()
    other.#far = one.#asFarEnd()
    one.#partner = other
    other.#partner = one
  }
  #partner: MessagePortMain | null = null

  /**
   * Gives this port away: what the other one of its channel says goes to `page` from now on, with what was said before.
   * @returns the way to that other one.
   * @throws Error when the port was given away before.
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

/** The port as main knows it. */
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

/** The ports that main sends, as the host's own. @throws TypeError for anything else. */
export const hostPorts = (ports: readonly Electron.MessagePortMain[]): MessagePortMain[] =>
  ports.map((port: unknown) => {
    if (port instanceof MessagePortMain) return port
    throw new TypeError('Invalid value for transfer')
  })
