/** What keys that come from elsewhere would do to those that hold: who would lose a key, and who would want the same one. Pure. */
import { type Key, type KeyChoices, sameKey } from '../../contract/key.ts'
import { actOf } from '../ui/index.ts'
import { type HeldGroup, meet, withChosenKeys } from './chosen-keys.ts'
import type { Command } from './command.ts'

/** `own` has the keys that hold unless changed; `chosen` those that were. */
export interface KeysHere {
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
