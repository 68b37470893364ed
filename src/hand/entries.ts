/** Rows of the palette that a line makes. Pure. */
import type { Entry } from '../commands/index.ts'

/** What is wrong with a line, or missing in it: it may be the name of a command as well. */
export const unsendable = (why: string): Entry => ({
  id: 'line',
  title: why,
  impossible: 'no order yet',
  run: () => undefined,
})

/** Why a line that says all that it needs cannot be carried out now: Enter does nothing else in its place. */
export const notNow = (why: string): Entry => ({ ...unsendable(why), holdsEnter: true })
