/** A WebSocket client for tests. */
import { once } from 'node:events'
import { WebSocket } from 'ws'

export interface Message {
  channel: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of messages.
  data: any
}

/** Keeps received messages until they are read; non-JSON is filed under the channel `garbage`. */
export class Client {
  readonly socket: WebSocket
  readonly #kept: Message[] = []
  #wake: () => void = () => {}

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers })
    this.socket.on('message', (data) => {
      this.#kept.push(messageOf(String(data)))
      this.#wake()
    })
    this.socket.on('error', () => {})
  }

  /** HTTP status of the upgrade. */
  async status(): Promise<number> {
    const refused = once(this.socket, 'unexpected-response').then(([, response]) => response.statusCode)
    return Promise.race([once(this.socket, 'open').then(() => 101), refused])
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open')
    return this
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next message of the channel; earlier ones of other channels stay. */
  async next(channel: string): Promise<Message> {
    for (;;) {
      const index = this.#kept.findIndex((message) => message.channel === channel)
      const [found] = index < 0 ? [] : this.#kept.splice(index, 1)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  kept(channel: string): Message[] {
    return this.#kept.filter((message) => message.channel === channel)
  }

  /** All unread messages, in order. */
  get all(): readonly Message[] {
    return this.#kept
  }

  /** Resolves after everything the venue sent before has arrived. */
  async settled(): Promise<void> {
    this.say({ type: 'ping' })
    await this.next('pong')
  }

  async closed(): Promise<number> {
    return (await this.closing()).code
  }

  async closing(): Promise<{ code: number; reason: string }> {
    const [code, reason] = await once(this.socket, 'close')
    return { code, reason: String(reason) }
  }
}

function messageOf(text: string): Message {
  try {
    const message = JSON.parse(text)
    if (typeof message?.channel === 'string') return message
  } catch {}
  return { channel: 'garbage', data: text }
}
