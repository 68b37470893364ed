/** One end of the bridge between a page's main world and its preload's isolated world. */
import { createIncoming } from './incoming.ts'
import type { Encoded, Message } from './messages.ts'
import { createOutgoing } from './outgoing.ts'

/** How one end reaches the other, and what it hears from it. */
interface BridgeEnd {
  /** The value as the other end will know it, ready to travel. */
  encode(value: unknown): Encoded
  /** A value of the other end's: a copy, its functions callable. */
  decode(encoded: Encoded): unknown
  /** Vouches that an object is plain data, so that it is not searched when it is passed on. Saves time on every message of main's. */
  vouchFor(value: unknown): void
}

/**
 * Makes an end on a port that only the two ends hold. An event dispatched on it reaches the listeners of both worlds at once, and
 * its detail is copied on the way: calls are synchronous, and no object is ever shared.
 *
 * Runs as source text in the page, so it uses nothing from outside itself but the two functions it is made of, which come along under
 * their names (`source.ts`); and each takes what it needs of the language at document start, before any script of the page could have
 * replaced it.
 */
export function createBridgeEnd(port: EventTarget, hears: string, says: string): BridgeEnd {
  const { apply } = Reflect
  const { dispatchEvent, addEventListener } = EventTarget.prototype
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get as () => Message | null
  const MakeEvent = CustomEvent
  const MakeError = Error

  const say = (message: Message): void => {
    apply(dispatchEvent, port, [new MakeEvent(says, { detail: message })])
  }
  const { encode, vouchFor, functionOf, release } = createOutgoing(say)
  const { decode, answered, settled } = createIncoming(say, encode)

  const run = (id: number, args: Encoded): Message => {
    try {
      const target = functionOf(id)
      if (target === undefined) throw new MakeError('the function is gone')
      return { kind: 'return', ok: true, value: encode(apply(target, undefined, decode(args) as unknown[])) }
    } catch (error) {
      return { kind: 'return', ok: false, value: encode(error) }
    }
  }

  apply(addEventListener, port, [
    hears,
    (event: Event) => {
      const message = apply(detailOf, event, []) as Message | null
      if (message === null) return
      switch (message.kind) {
        case 'call':
          say(run(message.id, message.args))
          break
        case 'return':
          answered(message)
          break
        case 'settle':
          settled(message.id, message.ok, message.value)
          break
        case 'release':
          release(message.id)
          break
      }
    },
  ])
  return { encode, decode, vouchFor }
}
