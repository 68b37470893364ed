/** The keys of commands including the trader's custom keys, and the current owner of a key. Pure. */
import { type Key, type KeyChoices, reservedFor, sameKey } from '../../contract/key.ts'
import { actOf, type HandledKey } from '../ui/index.ts'
import type { Command, CommandScope } from './command.ts'
import { isPressOf, keyOfPress, type Press } from './keys.ts'

/** Whether keys of two scopes can conflict: those of two kinds of panel never do. */
const meet = (a: CommandScope, b: CommandScope): boolean =>
  !(a.startsWith('panel/') && b.startsWith('panel/')) || a === b

/**
 * The commands with their current keys: custom ones, else the defaults. A default key that was assigned to another command belongs to that one alone.
 */
export function withChosenKeys(commands: readonly Command[], choices: KeyChoices): readonly Command[] {
  if (Object.keys(choices).length === 0) return commands
  const given = commands.flatMap(({ id, scope }) => (choices[id] ?? []).map((key) => ({ scope, key })))
  return commands.map((command) => {
    const chosen = choices[command.id]
    if (chosen !== undefined) return { ...command, keys: chosen }
    const { keys = [], scope } = command
    const left = keys.filter((key) => !given.some((one) => meet(one.scope, scope) && sameKey(one.key, key)))
    return left.length === keys.length ? command : { ...command, keys: left }
  })
}

/** Keys that are not commands, of one context. */
export interface KeyGroup {
  readonly heading: string
  readonly keys: readonly HandledKey[]
}

/** The result of assigning a pressed key to a command. */
type Asked =
  | { readonly kind: 'free'; readonly key: Key }
  /** Why the command cannot have it, as a sentence. */
  | { readonly kind: 'refused'; readonly why: string }

/** Whether a command can have a pressed key, and if not, its owner. `name` formats the key. */
export function askFor(
  command: Command,
  press: Press,
  on: {
    readonly commands: readonly Command[]
    readonly handledKeys: readonly KeyGroup[]
    readonly isMac: boolean
    readonly name: (key: Key) => string
  },
): Asked {
  const key = keyOfPress(press, on.isMac)
  const name = on.name(key)
  const refused = (why: string): Asked => ({ kind: 'refused', why: `${why} Press another key.` })
  // A key with AltGr or the platform's other modifier types a character, or belongs to the system.
  if (press.altGraph) return refused(`${name} with AltGr types a character.`)
  if (on.isMac ? press.ctrlKey : press.metaKey) return refused(`${name} with that modifier belongs to the system.`)
  const reserved = reservedFor(key)
  if (reserved !== null) return refused(reserved(name))
  const owner = on.commands.find(
    (one) =>
      one.id !== command.id &&
      meet(one.scope, command.scope) &&
      one.keys?.some((own) => isPressOf(own, press, on.isMac)) === true,
  )
  if (owner !== undefined) return refused(`${name} is used by “${owner.title}”.`)
  const group = on.handledKeys.find(({ keys }) => actOf(keys, press) !== null)
  const held = group?.keys.find((one) => actOf([one], press) !== null)
  if (group !== undefined && held !== undefined) {
    return refused(`${name} is already used. ${group.heading}: ${held.does}.`)
  }
  return { kind: 'free', key }
}

/** Why the default keys of a command cannot be restored; null where they can. */
export function defaultKeysTaken(
  command: Command,
  commands: readonly Command[],
  name: (key: Key) => string,
): string | null {
  for (const key of command.keys ?? []) {
    const owner = commands.find(
      (one) =>
        one.id !== command.id && meet(one.scope, command.scope) && one.keys?.some((own) => sameKey(own, key)) === true,
    )
    if (owner !== undefined) return `${name(key)} is used by “${owner.title}”. Change that key first.`
  }
  return null
}

// The effect of imported keys on the current ones: commands that would lose a key, and those that would share one.

/** `own` has the default keys; `chosen` the custom ones. */
interface KeysHere {
  readonly own: readonly Command[]
  readonly chosen: KeyChoices
  readonly handledKeys: readonly KeyGroup[]
  /** Formats the key. */
  readonly name: (key: Key) => string
}

/** Each conflict as a sentence that names the key and both of its claimants; empty where every key has one owner. */
export function importedKeyConflicts(
  imported: KeyChoices,
  { own, chosen, handledKeys, name }: KeysHere,
): readonly string[] {
  const before = withChosenKeys(own, chosen)
  const after = withChosenKeys(own, { ...chosen, ...imported })
  const messages = after.flatMap((command, at) => {
    const keys = imported[command.id] ?? []
    return keys.flatMap((key) => {
      const rivals = after.flatMap((other, place) => {
        if (other.id === command.id || !meet(other.scope, command.scope)) return []
        const has = other.keys?.some((one) => sameKey(one, key)) === true
        if (has) {
          // Both are custom: the first in the table gets it, and each pair is reported once.
          if (Object.hasOwn(imported, other.id) && place < at) return []
          const first = place < at ? other : command
          return [`${name(key)} is set for “${command.title}” and “${other.title}”: “${first.title}” gets it.`]
        }
        const had = before[place]?.keys?.some((one) => sameKey(one, key)) === true
        return had && !Object.hasOwn(imported, other.id)
          ? [`${name(key)} moves to “${command.title}” from “${other.title}”.`]
          : []
      })
      const held = heldBy(key, handledKeys)
      return held === null ? rivals : [...rivals, `${name(key)} of “${command.title}” keeps its other use. ${held}.`]
    })
  })
  return [...new Set(messages)]
}

/** The non-command owner of the key: `In a table: Filter the rows`. */
function heldBy(key: Key, reports: readonly KeyGroup[]): string | null {
  const press =
    'sign' in key
      ? { key: key.sign, ctrlKey: key.mod === true, metaKey: false, altKey: false, shiftKey: false }
      : {
          key: key.code.replace(/^(Key|Digit|Numpad)(?=.$)/, ''),
          ctrlKey: key.mod === true,
          metaKey: false,
          altKey: key.alt === true,
          shiftKey: key.shift === true,
        }
  for (const { heading, keys } of reports) {
    const found = keys.find((one) => actOf([one], press) !== null)
    if (found !== undefined) {
      return `${heading}: ${found.does}`
    }
  }
  return null
}
