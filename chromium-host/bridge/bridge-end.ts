/** One end of the bridge between a page's main world and its preload's isolated world. */

/** How one end reaches the other, and what it hears from it. */
export interface BridgeEnd {
  /** The value as the other end will know it, ready to travel. */
  encode(value: unknown): Encoded
  /** A value of the other end's: a copy, its functions callable. */
  decode(encoded: Encoded): unknown
  /** Vouches that an object is plain data, so that it is not searched when it is passed on. Saves time on every message of main's. */
  vouchFor(value: unknown): void
}

/**
 * A copy-able value, and what in it cannot be copied: functions and promises by number, errors by their message, each with its place.
 * A value that holds none of them travels as it is, and the browser's structured clone makes the copy.
 */
export interface Encoded {
  readonly value: unknown
  readonly special: readonly Special[] | null
}

interface Special {
  readonly path: readonly (string | number)[]
  readonly kind: 'function' | 'promise' | 'error'
  readonly id: number
  readonly message: string
}

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly args: Encoded }
  | { readonly kind: 'return'; readonly ok: boolean; readonly value: Encoded }
  | { readonly kind: 'settle'; readonly id: number; readonly ok: boolean; readonly value: Encoded }
  | { readonly kind: 'release'; readonly id: number }

/**
 * Makes an end on a port that only the two ends hold. An event dispatched on it reaches the listeners of both worlds at once, and
 * its detail is copied on the way: calls are synchronous, and no object is ever shared.
 *
 * Runs as source text in the page, so it uses nothing from outside itself; and it takes what it needs of the language at document
 * start, before any script of the page could have replaced it.
 */
export function createBridgeEnd(port: EventTarget, hears: string, says: string): BridgeEnd {
  const { apply } = Reflect
  const { dispatchEvent, addEventListener } = EventTarget.prototype
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get as () => Message | null
  const MakeEvent = CustomEvent
  const MakeError = Error
  const MakePromise = Promise
  const { isArray } = Array

  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const ids = new WeakMap<object, number>()
  const plain = new WeakSet<object>()
  const proxies = new Map<number, WeakRef<(...args: unknown[]) => unknown>>()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>()
  let lastId = 0
  let answer: Message | null = null
  const say = (message: Message): void => {
    apply(dispatchEvent, port, [new MakeEvent(says, { detail: message })])
  }

  const collected = new FinalizationRegistry<number>((id) => {
    if (proxies.get(id)?.deref() !== undefined) return
    proxies.delete(id)
    say({ kind: 'release', id })
  })

  const idOf = (fn: (...args: unknown[]) => unknown): number => {
    let id = ids.get(fn)
    if (id === undefined) {
      lastId += 1
      id = lastId
      ids.set(fn, id)
    }
    functions.set(id, fn)
    return id
  }

  const follow = (promise: Promise<unknown>): number => {
    lastId += 1
    const id = lastId
    promise.then(
      (value) => settle(id, true, value),
      (reason) => settle(id, false, reason),
    )
    return id
  }

  const settle = (id: number, ok: boolean, value: unknown): void => {
    try {
      say({ kind: 'settle', id, ok, value: encode(value) })
    } catch (error) {
      say({ kind: 'settle', id, ok: false, value: encode(error) })
    }
  }

  const messageOf = (error: Error): string => {
    try {
      return `${error.message}`
    } catch {
      return ''
    }
  }

  const specialOf = (value: object | ((...args: unknown[]) => unknown)): Omit<Special, 'path'> | null => {
    if (typeof value === 'function') {
      return { kind: 'function', id: idOf(value as (...args: unknown[]) => unknown), message: '' }
    }
    if (value instanceof MakePromise) return { kind: 'promise', id: follow(value), message: '' }
    if (value instanceof MakeError) return { kind: 'error', id: 0, message: messageOf(value) }
    return null
  }

  const holdsSpecial = (value: unknown, depth: number): boolean => {
    if (typeof value === 'function') return true
    if (typeof value !== 'object' || value === null || plain.has(value)) return false
    if (depth > 200) throw new MakeError('An object could not be cloned: it is circular or nested too deeply')
    if (isArray(value)) {
      for (let index = 0; index < value.length; index += 1) if (holdsSpecial(value[index], depth + 1)) return true
      return false
    }
    if (value instanceof MakePromise || value instanceof MakeError) return true
    for (const key in value) if (holdsSpecial((value as Record<string, unknown>)[key], depth + 1)) return true
    return false
  }

  const encode = (value: unknown): Encoded => {
    if (!holdsSpecial(value, 0)) return { value, special: null }
    const special: Special[] = []
    const copy = (part: unknown, path: readonly (string | number)[]): unknown => {
      if ((typeof part !== 'object' && typeof part !== 'function') || part === null) return part
      const found = specialOf(part)
      if (found !== null) {
        special[special.length] = { ...found, path }
        return null
      }
      if (isArray(part)) {
        const list: unknown[] = []
        for (let index = 0; index < part.length; index += 1) list[index] = copy(part[index], [...path, index])
        return list
      }
      if (!holdsSpecial(part, 0)) return part
      const members: Record<string, unknown> = {}
      for (const key in part) members[key] = copy((part as Record<string, unknown>)[key], [...path, key])
      return members
    }
    return { value: copy(value, []), special }
  }

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

  const run = (id: number, args: Encoded): Message => {
    try {
      const target = functions.get(id)
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
          answer = message
          break
        case 'settle': {
          const promise = waiting.get(message.id)
          waiting.delete(message.id)
          const value = decode(message.value)
          if (message.ok) promise?.resolve(value)
          else promise?.reject(value)
          break
        }
        case 'release':
          functions.delete(message.id)
          break
      }
    },
  ])
  const vouchFor = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) plain.add(value)
  }
  return { encode, decode, vouchFor }
}
