/** Where the practice venue's own clock starts, for tests: only development builds look at it. */
import { z } from 'zod'
import { type Millis, millis } from '../../contract/time.ts'

/** An ISO time with its zone, e.g. `2026-03-04T13:10:00Z`; the machine's time where it is not set. */
const PRACTICE_AT = 'ISOTHERM_PRACTICE_AT'

const isoTime = z.iso.datetime({ offset: true })

/**
 * @param environment null where nothing may move the venue's time, as in a packaged app.
 * @throws Error in one line when the value is no time: a test at another time than it says would prove nothing.
 */
export function practiceStart(environment: Readonly<Record<string, string | undefined>> | null): Millis | null {
  const text = environment?.[PRACTICE_AT]
  if (text === undefined || text === '') return null
  if (isoTime.safeParse(text).success) return millis(Date.parse(text))
  throw new Error(`${PRACTICE_AT} must be an ISO time with its zone, such as 2026-03-04T13:10:00Z; "${text}" is not`)
}
