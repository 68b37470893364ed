/** Simulates `electron.autoUpdater`, which is Squirrel.Mac on a Mac: fetches its URL as that does, and reports it. */
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'

interface Feed {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export class PlayedSquirrel extends EventEmitter {
  /** Its response to a new version: takes it, refuses it with this error, or says nothing. */
  answers: 'takes' | 'nothing' | Error = 'takes'
  /** Number of checks. */
  looked = 0
  /** The last download. */
  fetched: Buffer | null = null
  /** Number of calls that quit the app and start the new version. */
  ended = 0
  #feed: Feed | null = null

  setFeedURL(feed: Feed): void {
    this.#feed = feed
  }

  checkForUpdates(): void {
    this.looked += 1
    this.#look().catch((error: unknown) => this.emit('error', error))
  }

  quitAndInstall(): void {
    this.ended += 1
  }

  async #look(): Promise<void> {
    const { url, headers } = this.#feed ?? { url: '', headers: {} }
    const { url: file } = (await (await fetch(url, { headers })).json()) as { readonly url: string }
    this.fetched = Buffer.from(await (await fetch(file)).arrayBuffer())
    if (this.answers instanceof Error) throw this.answers
    if (this.answers === 'takes') this.emit('update-downloaded')
  }
}

/** Makes electron-updater find it in place of Electron's; returns an undo function. */
export function playSquirrel(squirrel: PlayedSquirrel): () => void {
  const { resolve, cache } = createRequire(import.meta.url)
  const place = resolve('electron')
  const before = cache[place]
  cache[place] = { id: place, filename: place, loaded: true, exports: { autoUpdater: squirrel } } as NodeJS.Module
  return () => {
    if (before === undefined) delete cache[place]
    else cache[place] = before
  }
}
