/** Finds a Chromium for the windows. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of the browser, or one line on what to install. `ISOTHERM_CHROMIUM` has priority. */
export function findChromium(
  env: NodeJS.ProcessEnv,
  executable: (path: string) => boolean = isExecutable,
): { readonly path: string } | { readonly problem: string } {
  const requested = env.ISOTHERM_CHROMIUM
  if (requested !== undefined && requested !== '') {
    return executable(requested)
      ? { path: requested }
      : { problem: `ISOTHERM_CHROMIUM names no executable: ${requested}` }
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES]
  const path = candidates.find(executable)
  if (path !== undefined) return { path }
  return {
    problem:
      'no Chromium found to open windows in; install it (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask chromium) or set ISOTHERM_CHROMIUM to its path',
  }
}
