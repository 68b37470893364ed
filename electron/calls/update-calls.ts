/** What main does for the calls about updates of the terminal itself. */
import type { Handlers } from '../ipc/index.ts'
import type { Updater } from '../updates/index.ts'
import { inWords } from './in-words.ts'

/** Where one fails later on, the topic `update` says so. */
export const updateHandlers = (
  updates: Pick<Updater, 'check' | 'download' | 'cancel' | 'restart' | 'putAwayNews'>,
): Pick<Handlers, 'checkForUpdate' | 'downloadUpdate' | 'cancelDownload' | 'restartToUpdate' | 'putAwayWhatsNew'> => ({
  checkForUpdate: async () => {
    await updates.check()
    return null
  },
  downloadUpdate: () => {
    updates.download()
    return null
  },
  cancelDownload: () => {
    updates.cancel()
    return null
  },
  restartToUpdate: async () => {
    await updates.restart()
    return null
  },
  putAwayWhatsNew: () => {
    inWords('not_saved', () => updates.putAwayNews())
    return null
  },
})
