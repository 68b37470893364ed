/** Which keys commands have, with what the trader chose, and who has a key already. Pure. */
import { type Key, type KeyChoices, reservedFor, sameKey } from '../../contract/key.ts'
import { actOf, type ToldKey } from '../ui/index.ts'
import type { Command, CommandScope } from './command.ts'
import { isPressOf, keyOfPress, type Press } from './keys.ts'

/** Whether keys of two scopes can be pressed in one place: those of two kinds of panel never are. */
const meet = (a: CommandScope, b: CommandScope): boolean =>
  !(a.startsWith('panel/') && b.startsWith('panel/')) || a === b

/**
 * The commands with the keys that hold: the chosen ones, else their own. Where another command was given one of a command's own keys, that one
 * alone has it.
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

/** Keys that are no commands, by where they hold. */
export interface HeldGroup {
  readonly heading: string
  readonly keys: readonly ToldKey[]
}

/** What becomes of a key that was pressed for a command. */
type Asked =
  | { readonly kind: 'free'; readonly key: Key }
  /** Why the command cannot have it, as a sentence. */
  | { readonly kind: 'refused'; readonly why: string }

/** Whether a command can have the key of a press, and if not, who has it. `name` is the key as it is written. */
export function askFor(
  command: Command,
  press: Press,
  on: {
    readonly commands: readonly Command[]
    readonly told: readonly HeldGroup[]
    readonly isMac: boolean
    readonly name: (key: Key) => string
  },
): Asked {
  const key = keyOfPress(press, on.isMac)
  const refused = (why: string): Asked => ({ kind: 'refused', why: `${on.name(key)} ${why}. Press another key.` })
  // What AltGr or the other one of Ctrl and Cmd is held with writes a sign, or belongs to the system.
  if (press.altGraph) return refused('with AltGr writes a sign')
  if (on.isMac ? press.ctrlKey : press.metaKey) return refused('with that key held belongs to the system')
  const reserved = reservedFor(key)
  if (reserved !== null) return refused(reserved)
  const owner = on.commands.find(
    (one) =>
      one.id !== command.id &&
      meet(one.scope, command.scope) &&
      one.keys?.some((own) => isPressOf(own, press, on.isMac)) === true,
  )
  if (owner !== undefined) return refused(`is the key of “${owner.title}”`)
  const group = on.told.find(({ keys }) => actOf(keys, press) !== null)
  const held = group?.keys.find((one) => actOf([one], press) !== null)
  if (group !== undefined && held !== undefined) return refused(`is used ${lower(group.heading)}: ${held.does}`)
  return { kind: 'free', key }
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Why the own keys of a command cannot come back; null where they can. */
export function ownTaken(command: Command, commands: readonly Command[], name: (key: Key) => string): string | null {
  for (const key of command.keys ?? []) {
    const owner = commands.find(
      (one) =>
        one.id !== command.id && meet(one.scope, command.scope) && one.keys?.some((own) => sameKey(own, key)) === true,
    )
    if (owner !== undefined) return `${name(key)} is the key of “${owner.title}” now. Change that one first.`
  }
  return null
}

// What keys that come from elsewhere would do to those that hold: who would lose a key, and who would want the same one.

/** `own` has the keys that hold unless changed; `chosen` those that were. */
interface KeysHere {
  readonly own: readonly Command[]
  readonly chosen: KeyChoices
  readonly told: readonly HeldGroup[]
  /** The key as it is written. */
  readonly name: (key: Key) => string
}

/** Each conflict as a sentence that names the key and both that want it; none where every key has one owner. */
export function importedKeyConflicts(imported: KeyChoices, { own, chosen, told, name }: KeysHere): readonly string[] {
  const before = withChosenKeys(own, chosen)
  const after = withChosenKeys(own, { ...chosen, ...imported })
  const said = after.flatMap((command, at) => {
    const keys = imported[command.id] ?? []
    return keys.flatMap((key) => {
      const rivals = after.flatMap((other, place) => {
        if (other.id === command.id || !meet(other.scope, command.scope)) return []
        const has = other.keys?.some((one) => sameKey(one, key)) === true
        if (has) {
          // Both are chosen: which is first in the table has it, and each pair is said once.
          if (Object.hasOwn(imported, other.id) && place < at) return []
          const first = place < at ? other : command
          return [
            `${name(key)} would be the key of “${command.title}” and of “${other.title}”: “${first.title}” would have it.`,
          ]
        }
        const had = before[place]?.keys?.some((one) => sameKey(one, key)) === true
        return had && !Object.hasOwn(imported, other.id)
          ? [`${name(key)} goes to “${command.title}”: “${other.title}” would lose it.`]
          : []
      })
      const held = heldBy(key, told)
      return held === null
        ? rivals
        : [...rivals, `${name(key)} of “${command.title}” is used ${held}, which keeps it there.`]
    })
  })
  return [...new Set(said)]
}

/** What is no command and has the key: `in a table: filter the rows`. */
function heldBy(key: Key, told: readonly HeldGroup[]): string | null {
  const press =
    'sign' in key
      ? { key: key.sign, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
      : {
          key: key.code.replace(/^(Key|Digit|Numpad)(?=.$)/, ''),
          ctrlKey: key.mod === true,
          metaKey: false,
          altKey: key.alt === true,
          shiftKey: key.shift === true,
        }
  for (const { heading, keys } of told) {
    const found = keys.find((one) => actOf([one], press) !== null)
    if (found !== undefined) {
      return `${heading.charAt(0).toLowerCase()}${heading.slice(1)}: ${found.does.charAt(0).toLowerCase()}${found.does.slice(1)}`
    }
  }
  return null
}
