/** `app.getPath`: the system's folders and the app's own. */
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

export class AppPaths {
  readonly #set = new Map<string, string>()
  readonly #env: NodeJS.ProcessEnv
  readonly #appName: () => string

  constructor(env: NodeJS.ProcessEnv, appName: () => string) {
    this.#env = env
    this.#appName = appName
  }

  /** @throws Error for a name that Electron does not know or the host does not provide. */
  get(name: string): string {
    const path = this.#set.get(name) ?? this.#default(name)
    if (path === null) throw new Error(`chromium-host does not provide app.getPath('${name}')`)
    return path
  }

  set(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error(`app.setPath('${name}') needs an absolute path, not "${path}"`)
    this.#set.set(name, path)
  }

  #default(name: string): string | null {
    switch (name) {
      case 'home':
        return homedir()
      case 'temp':
        return tmpdir()
      case 'appData':
        if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
        return this.#env.XDG_CONFIG_HOME || join(homedir(), '.config')
      case 'userData':
      case 'sessionData':
        return name === 'userData' ? join(this.get('appData'), this.#appName()) : this.get('userData')
      case 'logs':
        return join(this.get('userData'), 'logs')
      case 'crashDumps':
        return join(this.get('userData'), 'Crashpad')
      case 'exe':
        return process.execPath
      case 'module':
        return dirname(process.execPath)
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
      case 'videos':
        return join(homedir(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
      default:
        return null
    }
  }
}
