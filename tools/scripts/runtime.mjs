/** The runtime of the windows: Electron's binary, or a Chromium under the development host. Finds it, installs it, and explains the choice. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { electronArguments, hostArguments, whyNotElectron } from './electron-start.mjs'
import { bin, canInstallPackages, giveUp, installDebianPackages, node, onPath, root, run, say } from './setup.mjs'

const folder = bin('electron')

/** The Electron executable, or null when its binary has not been downloaded. */
export function electronBinary() {
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), readFileSync(pathFile, 'utf8'))
  return existsSync(binary) ? binary : null
}

/** Whether a usable Chromium for the development host exists. */
const haveChromium = () =>
  (process.env.ISOTHERM_CHROMIUM !== undefined && existsSync(process.env.ISOTHERM_CHROMIUM)) ||
  ['chromium', 'chromium-browser', 'google-chrome'].some(onPath) ||
  existsSync('/Applications/Google Chrome.app') ||
  existsSync('/Applications/Chromium.app')

/** Resolves with whether Electron's binary is available, after downloading it if missing. */
async function installElectron() {
  if (electronBinary() !== null) return true
  say("downloading Electron's binary …")
  return (await run(node, [join(folder, 'install.js')])) === 0 && electronBinary() !== null
}

/** Resolves with whether a Chromium is available, after installing it if missing and permitted. */
async function installChromium() {
  if (haveChromium()) return true
  return canInstallPackages() && (await installDebianPackages(['chromium', 'fonts-liberation'])) && haveChromium()
}

const HOW_ELECTRON = "Electron's binary is not here. Run `npx install-electron --no` with a network connection."
const HOW_CHROMIUM = 'install Chromium (Debian: `apt-get install chromium`; others: set ISOTHERM_CHROMIUM to its path).'

/** Ensures that Electron's binary is available. */
export async function ensureElectron() {
  if (!(await installElectron())) giveUp(HOW_ELECTRON)
}

/** Ensures that a Chromium for the development host is available. */
export async function ensureChromium() {
  if (!(await installChromium())) giveUp(`No Chromium is here for the development host: ${HOW_CHROMIUM}`)
}

/** Facts about this machine for `whyNotElectron`. */
function machine() {
  const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)
  const helper = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), 'chrome-sandbox')
  const stats = existsSync(helper) ? statSync(helper) : null
  return {
    platform: process.platform,
    uid: process.getuid?.() ?? null,
    display: Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY),
    userNamespaces:
      read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') !== '1' &&
      read('/proc/sys/kernel/unprivileged_userns_clone') !== '0' &&
      read('/proc/sys/user/max_user_namespaces') !== '0',
    sandboxHelper: stats !== null && stats.uid === 0 && (stats.mode & 0o4000) !== 0,
  }
}

/**
 * The program that runs the terminal here, and its arguments. `ISOTHERM_HOST` (`electron` or `chromium`) forces one; otherwise it is Electron if its
 * binary exists and can run, then Chromium, then Electron after a download.
 */
export async function terminalProgram(flags) {
  const asked = process.env.ISOTHERM_HOST
  const reason = asked === 'electron' ? null : whyNotElectron(machine())
  const register = pathToFileURL(join(root, 'tools', 'chromium-host', 'register.ts')).href
  const inElectron = () => ({ command: electronBinary(), args: electronArguments(root, flags) })
  const inChromium = () => ({
    command: node,
    args: hostArguments(register, join(root, 'out', 'main', 'main.js'), flags),
  })
  if (asked === 'electron') await ensureElectron()
  if (asked === 'chromium') await ensureChromium()
  if (asked === 'electron') return inElectron()
  if (asked === 'chromium') return inChromium()
  if (electronBinary() !== null) {
    if (reason === null) return inElectron()
    say(`Electron's binary is here but cannot be used: ${reason}. The development host opens the terminal in Chromium.`)
  }
  if (await installChromium()) return inChromium()
  if (reason === null && (await installElectron())) return inElectron()
  return giveUp(`${reason === null ? HOW_ELECTRON : `Electron cannot be used (${reason}).`} Or ${HOW_CHROMIUM}`)
}
