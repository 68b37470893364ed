/** Stands for `electron.autoUpdater`, which is Squirrel.Mac on a Mac: fetches what it is pointed to, as that does, and says so. */
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'

interface Feed {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export class PlayedSquirrel extends EventEmitter {
  /** What it says of a new version: takes it, refuses it with these words, or says nothing. */
  answers: 'takes' | 'nothing' | Error = 'takes'
  /** Each time it was asked to look. */
  looked = 0
  /** What it fetched last. */
  fetched: Buffer | null = null
  /** How often it was told to end the app and start the new one. */
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

/** Has electron-updater find it where Electron's would be; gives back how to take that back. */
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
