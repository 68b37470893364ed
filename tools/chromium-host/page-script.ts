/** A script of a test that runs in every page before its own scripts, as a clock that the test moves. */
import { readFileSync } from 'node:fs'

/** The path of its file. */
export const PAGE_SCRIPT = 'CHROMIUM_HOST_PAGE_SCRIPT'

/** Its text, or null when there is none. @throws Error for a file that cannot be read. */
export function pageScript(environment: Readonly<Record<string, string | undefined>>): string | null {
  const file = environment[PAGE_SCRIPT]
  return file === undefined || file === '' ? null : readFileSync(file, 'utf8')
}
