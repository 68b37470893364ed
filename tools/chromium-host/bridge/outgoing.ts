/** Outgoing messages at an end of the bridge. */
import type { Encoded, Message, Special } from './messages.ts'

/** Values of one end that the other knows, and their encoding. */
interface Outgoing {
  /** The value in transferable form. */
  encode(value: unknown): Encoded
  /** Marks an object as plain data, so that it is not searched when it is passed on. */
  vouchFor(value: unknown): void
  /** A function held by the other end, by number; undefined after the other end released it. */
  functionOf(id: number): ((...args: unknown[]) => unknown) | undefined
  /** The other end no longer needs the function. */
  release(id: number): void
}

/** Source text like `createBridgeEnd`: self-contained. */
export function createOutgoing(say: (message: Message) => void): Outgoing {
  const MakeError = Error
  const MakePromise = Promise
  const { isArray } = Array

  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const ids = new WeakMap<object, number>()
  const plain = new WeakSet<object>()
  let lastId = 0

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

  const vouchFor = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) plain.add(value)
  }
  return {
    encode,
    vouchFor,
    functionOf: (id) => functions.get(id),
    release: (id) => void functions.delete(id),
  }
}
