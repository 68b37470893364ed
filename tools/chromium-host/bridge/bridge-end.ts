/** One end of the bridge between a page's main world and its preload's isolated world. */
import { createIncoming } from './incoming.ts'
import type { Encoded, Message } from './messages.ts'
import { createOutgoing } from './outgoing.ts'

/** Interface of one end to the other. */
interface BridgeEnd {
  /** The value in transferable form. */
  encode(value: unknown): Encoded
  /** A value from the other end: a copy with callable functions. */
  decode(encoded: Encoded): unknown
  /** Marks an object as plain data, so that it is not searched when it is passed on. Saves time on every message from main. */
  vouchFor(value: unknown): void
}

/**
 * Creates an end on a port that only the two ends hold. An event dispatched on it reaches the listeners of both worlds synchronously, and its detail
 * is copied: calls are synchronous, and no object is ever shared.
 *
 * Runs as source text in the page, so it is self-contained except for its two component functions, which are included under their names
 * (`source.ts`); each captures the built-ins it needs at document start, before any script of the page could replace them.
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
