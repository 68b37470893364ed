/** Parts of Electron that the host lacks throw by name: nothing that main relies on is silently absent. */
import { EventEmitter } from 'node:events'

/** Names that the language and tools look up on any object, such as `then` when a promise is resolved with it. */
const LOOKED_UP_ANYWHERE = new Set([
  'then',
  'catch',
  'toJSON',
  'nodeType',
  'tagName',
  'asymmetricMatch',
  'domain',
  'inspect',
])

/** The error for a part of Electron that the host lacks. */
export const notProvided = (name: string): Error => new Error(`chromium-host does not provide ${name}`)

/** A prototype with the members of `base` that throws for every other name. `labelOf` names the owner. */
function throwingPrototype(base: object, labelOf: (owner: object) => string): object {
  return new Proxy(base, {
    get(target, name, receiver) {
      if (typeof name === 'symbol' || name in target || LOOKED_UP_ANYWHERE.has(name)) {
        return Reflect.get(target, name, receiver)
      }
      if (name.startsWith('_')) return undefined
      throw notProvided(`${labelOf(receiver)}.${name}`)
    },
  })
}

/** An event emitter whose missing members throw, named by its class, e.g. `BrowserWindow.setKiosk`. */
export class HostEmitter<Events extends Record<keyof Events, unknown[]>> extends EventEmitter<Events> {}

const className = (owner: object): string => (owner as { constructor: { name: string } }).constructor.name
Object.setPrototypeOf(HostEmitter.prototype, throwingPrototype(EventEmitter.prototype, className))

/** Makes the missing members of a plain object throw, e.g. `dialog.showCertificateTrustDialog`. */
export function provide<T extends object>(label: string, members: T): T {
  return Object.setPrototypeOf(
    members,
    throwingPrototype(Object.prototype, () => label),
  )
}

/** Makes the missing static members of a class throw, e.g. `BrowserWindow.addExtension`. */
export function provideStatics<T extends object>(owner: T, label: string): T {
  const base = Object.getPrototypeOf(owner) as object
  return Object.setPrototypeOf(
    owner,
    throwingPrototype(base, () => label),
  )
}

/** Stands in for a whole part of Electron that the host lacks: importing it is fine, using it throws by name. */
export function absent(name: string): unknown {
  const refuse = (): never => {
    throw notProvided(name)
  }
  return new Proxy(class {}, {
    get(_target, member) {
      if (typeof member === 'symbol') return undefined
      throw notProvided(`${name}.${member}`)
    },
    apply: refuse,
    construct: refuse,
  })
}
