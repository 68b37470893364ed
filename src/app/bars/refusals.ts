/** What was refused of what the bar at the top was asked for: said among the notices of this window, until it is done or dismissed. */
import { create } from 'zustand'
import { TerminalFailure, wordsOf } from '../../bridge/index.ts'

interface Refusal {
  /** What was not done: one line for each. */
  readonly title: string
  readonly detail: string
}

const useStore = create<{ readonly refusals: readonly Refusal[] }>(() => ({ refusals: [] }))

/** Those to be shown, the newest first. */
export const useRefusals = (): readonly Refusal[] => useStore(({ refusals }) => refusals)

export function dismissRefusal(title: string): void {
  useStore.setState(({ refusals }) => ({ refusals: refusals.filter((told) => told.title !== title) }))
}

/** Says why something was not done, under its title; once it is done, that is taken away. The trader's own no is none. */
export function tellRefusal(title: string, asked: Promise<unknown>): void {
  asked.then(
    () => dismissRefusal(title),
    (error: unknown) => {
      if (error instanceof TerminalFailure && error.code === 'declined') return
      useStore.setState(({ refusals }) => ({
        refusals: [{ title, detail: wordsOf(error) }, ...refusals.filter((told) => told.title !== title)],
      }))
    },
  )
}
