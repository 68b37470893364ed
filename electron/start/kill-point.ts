/**
 * Crashes for tests: main ends itself with SIGKILL at a named step of an action's life. Only development builds look at it: the
 * composition root passes the environment on when the app is not packaged, and null otherwise.
 */
import type { StepHook } from '../trading/index.ts'

/**
 * Names the step: `<kind>:<state>` of an action, after `#` the how manieth of its kind in this run where it is not any, and after `+` how many
 * milliseconds later to die: `place:sent+4`, `close#2:sent`.
 */
export const KILL_AT = 'ISOTHERM_TEST_KILL_AT'

/**
 * The hook for `createTrading`. The step is in the journal when it is called, and what follows the step has not begun: without `+` the
 * process ends before it.
 * @param environment null where nothing may end the process, as in a packaged app.
 * @param die what ends the process; by default SIGKILL, which nothing can catch or tidy up after.
 * @throws Error when the name makes no sense: a test that never crashed would prove nothing.
 */
export function killPoint(
  environment: Readonly<Record<string, string | undefined>> | null,
  die: () => void = () => process.kill(process.pid, 'SIGKILL'),
): StepHook | undefined {
  const text = environment?.[KILL_AT]
  if (text === undefined || text === '') return undefined
  const match = /^([a-z_]+)(?:#(\d))?:([a-z_]+)(?:\+(\d{1,5}))?$/.exec(text)
  if (match === null)
    throw new Error(
      `${KILL_AT} must be <kind>:<state>, <kind>#<n>:<state>, or either with +<ms> after it; ${text} is not`,
    )
  const [, kind, which, wanted, after] = match
  /** What an earlier run left unfinished may reach the step too: only actions of this run count. */
  const begun = new Set<string>()
  let ofKind = 0
  return (state, action) => {
    if (action.intent.kind !== kind) return
    if (state === 'drafted') {
      ofKind += 1
      if (which === undefined || ofKind === Number(which)) begun.add(action.id)
    }
    if (!begun.has(action.id) || state !== wanted) return
    if (after === undefined) die()
    else setTimeout(die, Number(after))
  }
}
