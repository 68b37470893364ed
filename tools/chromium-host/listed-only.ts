/** Stand-ins that implement the list of used APIs and throw by name for everything else. */
import { usedApis } from './used-apis.ts'

/** Methods that add a listener. */
const LISTENING = new Set(['on', 'once', 'addListener', 'prependListener'])
const UNLISTENING = new Set(['off', 'removeListener', 'removeAllListeners', 'listenerCount', 'emit'])

/**
 * The given members, plus stubs for the rest of the listed part: functions without a result, and listeners to listed events, which never come unless
 * `members` emits them.
 */
export function listedOnly<T extends object>(part: keyof typeof usedApis, members: T): T {
  const { members: listed, events = {} }: { readonly members: object; readonly events?: object } = usedApis[part]
  const offTheList = (name: string): Error => new Error(`${part}.${name} is not on the list of used APIs of Electron`)
  return new Proxy(members, {
    get(target, name) {
      const given = Reflect.get(target, name, target) as unknown
      // Node's emitters use names such as `_events`; a promise looks for `then`, and `new` for `prototype`.
      if (typeof name === 'symbol' || name.startsWith('_') || name === 'then' || name === 'prototype') return given
      if (name in listed) return given === undefined ? () => undefined : given
      if (LISTENING.has(name)) {
        return (event: string, ...rest: unknown[]): unknown => {
          if (!(event in events)) throw offTheList(`on('${event}')`)
          return typeof given === 'function' ? Reflect.apply(given, target, [event, ...rest]) : undefined
        }
      }
      if (UNLISTENING.has(name) && given !== undefined) return given
      throw offTheList(name)
    },
  })
}
