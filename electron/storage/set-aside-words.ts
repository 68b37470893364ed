/** What the trader is told of a file that was set aside. */
import type { SetAside } from './interface.ts'

export function setAsideWords({ what, movedTo, reason, restoredFrom, schema }: SetAside): {
  readonly title: string
  readonly detail: string
} {
  if (schema !== undefined) {
    return {
      title: `The ${what} is of another version of this terminal`,
      detail: `${reason}. It is kept as ${movedTo}, and a new one was begun. What was held (stops, exits, algo orders, alerts) must be set again; look at your open orders and positions first.`,
    }
  }
  const past =
    restoredFrom === undefined
      ? ''
      : `. Its past is that of ${restoredFrom}; what was held (stops, exits, algo orders) must be set again`
  return { title: `The ${what} file was damaged`, detail: `It was set aside as ${movedTo}. ${reason}${past}` }
}
