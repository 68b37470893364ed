/** The calls by which a service is looked at and added. The page names an address and gets words: what is added stays in main. */
import type { WebContents } from 'electron'
import type { Connections } from '../connect/index.ts'
import type { Handlers } from '../ipc/index.ts'
import type { FileKind } from '../windows/index.ts'
import { inWords } from './in-words.ts'
import { askToAdd, askToLook } from './questions.ts'

export interface ConnectCallsOptions {
  readonly connections: Connections<WebContents>
  /** Asks the trader for a file to read; null where none is chosen. */
  readonly chooseFileToRead: (window: WebContents, kind: FileKind) => Promise<string | null>
}

const PROFILE: FileKind = { words: 'profile', extension: 'json' }

export function connectCalls({
  connections,
  chooseFileToRead,
}: ConnectCallsOptions): Pick<
  Handlers,
  'lookAtService' | 'cancelLook' | 'chooseProfileFile' | 'takeProfileText' | 'addFoundService'
> {
  return {
    lookAtService: {
      // Whatever is asked of an address tells its owner something: the address itself, chosen by a page, could.
      loosens: (asked, window) => askToLook(connections.profileOf(window, asked)),
      run: (asked, window) => connections.look(window, asked),
    },
    cancelLook(_input, window) {
      connections.cancel(window)
      return null
    },
    async chooseProfileFile(_input, window) {
      const path = await chooseFileToRead(window, PROFILE)
      return path === null ? null : connections.takeFile(window, path)
    },
    takeProfileText: ({ json }, window) => connections.takeText(window, json),
    addFoundService: {
      loosens({ id }, window) {
        const profile = connections.lookedAt(window, id)
        return profile === null ? null : askToAdd(profile)
      },
      run: ({ id }, window) => inWords('not_saved', () => connections.add(window, id)),
    },
  }
}
