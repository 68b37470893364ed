/** How to start the terminal in Electron and in the development host, and when Electron would refuse to start. */

/** Flags of the terminal that Chromium reads too; it requires the value after an equals sign. */
const SHARED_WITH_CHROMIUM = new Set(['--remote-debugging-port', '--user-data-dir'])

/**
 * Arguments of Electron's binary. It is started on the folder: otherwise it does not read name and version from package.json.
 * @param flags of the terminal; a shared flag's value is moved behind an equals sign.
 */
export function electronArguments(folder, flags) {
  const args = [folder]
  for (let at = 0; at < flags.length; at += 1) {
    const [flag, value] = [flags[at], flags[at + 1]]
    const joined = SHARED_WITH_CHROMIUM.has(flag) && value !== undefined && !value.startsWith('-')
    args.push(joined ? `${flag}=${value}` : flag)
    if (joined) at += 1
  }
  return args
}

/** Arguments of Node: the development host in front of the built main. */
export const hostArguments = (register, main, flags) => [
  '--disable-warning=ExperimentalWarning',
  '--import',
  register,
  main,
  ...flags,
]

/**
 * Why Electron would not start, or null. On Linux it needs a display even for `--headless`, and its sandbox, which is missing as root, and when user
 * namespaces are disabled and its helper is not owned by root. The sandbox is never switched off.
 * @param on facts about the machine; see `machine` in runtime.mjs.
 */
export function whyNotElectron(on) {
  if (on.platform !== 'linux') return null
  if (on.uid === 0) return 'as root it does not start with its sandbox'
  if (!on.display) return 'there is no display'
  if (!on.userNamespaces && !on.sandboxHelper)
    return 'the system keeps its sandbox from user namespaces, and chrome-sandbox is not set up for root'
  return null
}
