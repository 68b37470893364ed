/** Downloads: each is reported to its page's session, and saved where a dialog chooses. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type * as Electron from 'electron'
import type { Browser } from './browser/index.ts'
import type { Payload } from './cdp/index.ts'
import { dialog } from './dialog.ts'
import { asElectron } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { provide } from './missing.ts'
import { runtime } from './runtime.ts'

/** The members of a download that the host provides. */
export type DownloadMembers = Pick<Electron.DownloadItem, 'getURL' | 'getFilename' | 'cancel'>

/** Intercepts all downloads: nothing is written outside the browser's own profile before a location is chosen. */
export function watchDownloads(browser: Browser): void {
  const { browser: session } = browser.connection
  const folder = join(browser.profile, 'downloads')
  mkdirSync(folder, { recursive: true })
  session.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
  })
  const saved = new Map<string, Promise<string | null>>()
  session.on('Browser.downloadWillBegin', ({ frameId, guid, url, suggestedFilename }: Payload) => {
    const cancel = (): void => session.send('Browser.cancelDownload', { guid })
    const page = pageOf(frameId)
    const members: DownloadMembers = {
      getURL: () => runtime.urls.fromBrowser(url),
      getFilename: () => suggestedFilename,
      cancel,
    }
    const item = asElectron<Electron.DownloadItem>()(provide('DownloadItem', members))
    const event = hostEvent({})
    page?.electron.session.emit('will-download', event, item, page.electron)
    if (page === undefined || event.defaultPrevented) return cancel()
    const options = { title: 'Save', defaultPath: suggestedFilename }
    const place = dialog.showSaveDialog(options).then(({ canceled, filePath }) => (canceled ? null : filePath))
    void place.then((path) => path === null && cancel())
    saved.set(guid, place)
  })
  session.on('Browser.downloadProgress', async ({ guid, state }: Payload) => {
    if (state === 'inProgress') return
    const place = await saved.get(guid)
    saved.delete(guid)
    const file = join(folder, guid)
    if (state === 'completed' && place) copyFileSync(file, place)
    rmSync(file, { force: true })
  })
}

/** The downloading page; a download of an inner frame is attributed to the page in front. */
function pageOf(frameId: string) {
  const pages = [...runtime.contents.values()]
  const front = runtime.focused === null ? undefined : runtime.windows.get(runtime.focused)?.electron.webContents
  return (
    pages.find(({ mainFrameId }) => mainFrameId === frameId) ??
    pages.find(({ electron }) => electron === front) ??
    pages[0]
  )
}
