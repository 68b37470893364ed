/** Ports with one end in a page: their messages, by number, and their closing with the page. */
import type { HostMessage } from './bridge/index.ts'
import type { FarEnd, MessagePortMain } from './message-ports.ts'

export class PagePorts {
  readonly #post: (message: HostMessage) => void
  readonly #inMain = new Map<number, FarEnd>()
  #last = 0

  constructor(post: (message: HostMessage) => void) {
    this.#post = post
  }

  /** Transfers ports to the page, which creates its own ends. @returns their numbers. */
  handOver(ports: readonly MessagePortMain[]): readonly number[] {
    return ports.map((port) => {
      this.#last += 1
      const id = this.#last
      const waiting: unknown[] = []
      let handed = false
      const inMain = port.handOver({
        deliver: (message) => {
          if (handed) this.#post({ kind: 'port', id, message })
          else waiting.push(message)
        },
        closed: () => {
          if (this.#inMain.delete(id)) this.#post({ kind: 'port-closed', id })
        },
      })
      this.#inMain.set(id, inMain)
      // The page must know the port before it receives a message on it.
      queueMicrotask(() => {
        handed = true
        for (const message of waiting) this.#post({ kind: 'port', id, message })
      })
      return id
    })
  }

  /** The page sent a message on a port. */
  heard(id: number, message: unknown): void {
    this.#inMain.get(id)?.deliver(message)
  }

  /** The page and its ends are gone. A page closing one itself cannot be detected. */
  closeAll(): void {
    const ends = [...this.#inMain.values()]
    this.#inMain.clear()
    for (const end of ends) end.closed()
  }
}
