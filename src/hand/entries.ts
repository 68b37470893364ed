/** Rows of the palette that a line makes. Pure. */
import type { Entry } from '../commands/index.ts'

/** What is wrong with a line, or missing in it. */
export const unsendable = (why: string): Entry => ({
  id: 'line',
  title: why,
  impossible: 'no order yet',
  holdsEnter: true,
  run: () => undefined,
})
