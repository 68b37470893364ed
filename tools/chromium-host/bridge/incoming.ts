/** Incoming messages at an end of the bridge. */
import type { Encoded, Message, Special } from './messages.ts'

/** Values of the other end known here. */
interface Incoming {
  /** A value from the other end: a copy with callable functions. */
  decode(encoded: Encoded): unknown
  /** The result of a function of the other end, received during its call. */
  answered(answer: Message): void
  /** A promise of the other end was resolved or rejected. */
  settled(id: number, ok: boolean, value: Encoded): void
}

/** Source text like `createBridgeEnd`: self-contained. */
export function createIncoming(say: (message: Message) => void, encode: (value: unknown) => Encoded): Incoming {
  const MakeError = Error
  const MakePromise = Promise

  const proxies = new Map<number, WeakRef<(...args: unknown[]) => unknown>>()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>()
  let answer: Message | null = null

  const collected = new FinalizationRegistry<number>((id) => {
    if (proxies.get(id)?.deref() !== undefined) return
    proxies.delete(id)
    say({ kind: 'release', id })
  })

  const revive = ({ kind, id, message }: Special): unknown => {
    if (kind === 'error') return new MakeError(message)
    if (kind === 'promise') return new MakePromise((resolve, reject) => waiting.set(id, { resolve, reject }))
    const known = proxies.get(id)?.deref()
    if (known !== undefined) return known
    const proxy = (...args: unknown[]): unknown => {
      const outer = answer
      answer = null
      let reply: Message | null
      try {
        say({ kind: 'call', id, args: encode(args) })
      } finally {
        reply = answer as Message | null
        answer = outer
      }
      if (reply === null || reply.kind !== 'return') throw new MakeError('An object could not be cloned.')
      const value = decode(reply.value)
      if (!reply.ok) throw value
      return value
    }
    proxies.set(id, new WeakRef(proxy))
    collected.register(proxy, id)
    return proxy
  }

  const decode = (encoded: Encoded): unknown => {
    const { special } = encoded
    if (special === null) return encoded.value
    const holder = { value: encoded.value }
    for (let index = 0; index < special.length; index += 1) {
      const found = special[index] as Special
      let parent = holder as Record<string | number, unknown>
      let key: string | number = 'value'
      for (let step = 0; step < found.path.length; step += 1) {
        parent = parent[key] as Record<string | number, unknown>
        key = found.path[step] as string | number
      }
      parent[key] = revive(found)
    }
    return holder.value
  }

  const settled = (id: number, ok: boolean, encoded: Encoded): void => {
    const promise = waiting.get(id)
    waiting.delete(id)
    const value = decode(encoded)
    if (ok) promise?.resolve(value)
    else promise?.reject(value)
  }

  return {
    decode,
    settled,
    answered: (message) => {
      answer = message
    },
  }
}
