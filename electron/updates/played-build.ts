/** A release host and keys for tests: only development builds look at it. */
import { z } from 'zod'
import type { ReleaseBuild } from './build.ts'

/** JSON as below. The AppImage that is replaced is that of `APPIMAGE`, as in an installation. */
const TEST_UPDATES = 'ISOTHERM_TEST_UPDATES'

const schema = z.strictObject({
  url: z.string(),
  present: z.string(),
  cacheFolder: z.string(),
  configFile: z.string(),
})

/**
 * What a test has the terminal take its build for; null where none asks for it.
 * @throws Error in one line when it makes no sense: a test of another build would prove nothing.
 */
export function playedBuild(environment: Readonly<Record<string, string | undefined>>) {
  const text = environment[TEST_UPDATES]
  if (text === undefined || text === '') return null
  try {
    const { url, present, cacheFolder, configFile } = schema.parse(JSON.parse(text))
    return { build: { url, keys: { present, next: null } } satisfies ReleaseBuild, cacheFolder, configFile }
  } catch (error) {
    throw new Error(`${TEST_UPDATES} makes no sense: ${(error as Error).message.split('\n')[0]}`)
  }
}
