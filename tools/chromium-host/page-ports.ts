/** The ports of which a page has one end: what is said on them, by number, and their end with the page. */
import type { HostMessage } from './bridge/index.ts'
import type { FarEnd, MessagePortMain } from './message-ports.ts'

export class PagePorts {
  readonly #post: (message: HostMessage) => void
  readonly #inMain = new Map<number, FarEnd>()
  #last = 0

  constructor(post: (message: HostMessage) => void) {
    this.#post = post
  }

  /** Hands ports to the page, which makes its own ends of them. @returns their numbers. */
  handOver(ports: readonly MessagePortMain[]): readonly number[] {
    return ports.map((port) => {
      this.#last += 1
      const id = this.#last
      const said: unknown[] = []
      let handed = false
      const inMain = port.handOver({
        deliver: (message) => {
          if (handed) this.#post({ kind: 'port', id, message })
          else said.push(message)
        },
        closed: () => {
          if (this.#inMain.delete(id)) this.#post({ kind: 'port-closed', id })
        },
      })
      this.#inMain.set(id, inMain)
      // The page must know of the port before it hears what was said on it.
      queueMicrotask(() => {
        handed = true
        for (const message of said) this.#post({ kind: 'port', id, message })
      })
      return id
    })
  }

  /** The page said something on a port. */
  heard(id: number, message: unknown): void {
    this.#inMain.get(id)?.deliver(message)
  }

  /** The page is gone, and its ends with it. A page that closes one itself cannot be heard doing so. */
  closeAll(): void {
    const ends = [...this.#inMain.values()]
    this.#inMain.clear()
    for (const end of ends) end.closed()
  }
}
