/** A test script that runs in every page before its own scripts, such as a controllable clock. */
import { readFileSync } from 'node:fs'

/** Path of its file. */
export const PAGE_SCRIPT = 'CHROMIUM_HOST_PAGE_SCRIPT'

/** Its text, or null when there is none. @throws Error for an unreadable file. */
export function pageScript(environment: Readonly<Record<string, string | undefined>>): string | null {
  const file = environment[PAGE_SCRIPT]
  return file === undefined || file === '' ? null : readFileSync(file, 'utf8')
}
