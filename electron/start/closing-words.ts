/** What the trader is asked before a window closes, or the terminal ends, with which something ends that they may count on. */
import { block, text } from '../../contract/safe-text.ts'
import type { ProfileChoice } from '../../contract/session.ts'
import type { Question } from '../ipc/index.ts'

type Choice = Pick<ProfileChoice, 'name' | 'running' | 'windows' | 'holds'>

interface Closing {
  /** The deployment that the window is on. */
  readonly profile: string
  readonly choices: readonly Choice[]
  /** Windows that are open, this one among them. */
  readonly open: number
  /** Whether the terminal ends with its last window. */
  readonly endsWithLast: boolean
  /** Whether the terminal can go on without a window, and be brought back from its icon in the tray. */
  readonly hasTray: boolean
}

/** Before a hand closes a window; null when nothing is held that it matters for. */
export function askBeforeClose({ profile, choices, open, endsWithLast, hasTray }: Closing): Question | null {
  if (open === 1 && endsWithLast) {
    const question = askBeforeQuit(choices)
    return (
      question && {
        ...question,
        message: text`Close the last window, and end the terminal?`,
        confirm: 'Close and end',
        ...(hasTray
          ? { detail: block`${question.detail.split('\n')}\n\n${IN_TRAY}`, otherwise: 'Keep running in the tray' }
          : {}),
      }
    )
  }
  const mine = choices.find(({ name }) => name === profile)
  if (mine === undefined || mine.windows > 1 || mine.holds === null) return null
  return {
    message: text`Close the last window of ${profile}?`,
    detail: block`${profile} holds ${mine.holds}. It goes on without a window as long as this terminal runs; Account in another window brings it back.`,
    confirm: 'Close window',
  }
}

const IN_TRAY =
  'Kept running in the tray, all of it is watched on. The icon there, or starting Isotherm again, brings the window back.'

/** Before the terminal ends; null when nothing is held. */
export function askBeforeQuit(choices: readonly Choice[]): Question | null {
  const held = heldOf(choices)
  if (held === null) return null
  return {
    message: text`End the terminal?`,
    detail: block`What this terminal holds ends with it:\n${held}\n\nNone of that is watched until the terminal runs again. Orders that rest at the service stay there.`,
    confirm: 'End',
  }
}

/** Before the terminal ends for a newer version of itself. */
export function askBeforeUpdate(choices: readonly Choice[], version: string): Question {
  const held = heldOf(choices)
  const back = 'The terminal ends, is replaced and starts again by itself, with its windows as they are.'
  return {
    message: text`Restart to update to ${version}?`,
    detail:
      held === null
        ? block`${back} Orders that rest at the service stay there.`
        : block`${back} Until then none of this is watched:\n${held}\n\nOrders that rest at the service stay there.`,
    confirm: 'Restart',
  }
}

/** What each deployment holds, a line for each; null for nothing. */
function heldOf(choices: readonly Choice[]): readonly string[] | null {
  const holding = choices.filter(({ running, holds }) => running && holds !== null)
  return holding.length === 0 ? null : holding.map(({ name, holds }) => `${name}: ${holds}`)
}

/** A window's page cannot be loaded: without it there is nothing to be done in it. */
export const askToReload = (reason: string, pages: string): Question => ({
  message: text`This window could not be loaded`,
  detail: block`${reason}\n\nIts page is in ${pages}. If that is damaged or gone, install the terminal again; nothing that it keeps is lost by that.`,
  confirm: 'Try again',
})
