/** Asks the trader for a place to save a file, or for a file to read, in a box of the operating system on the window that asks. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, Dialog, OpenDialogOptions, SaveDialogOptions } from 'electron'

/** What kind of file it is: `CSV`, and how its name ends, without the dot. */
export interface FileKind {
  readonly words: string
  readonly extension: string
}

/** Null where the trader chose none: that is no error. @param name what the file is called unless the trader says otherwise. */
export async function chooseFile(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: BrowserWindow | null,
  name: string,
  { words, extension }: FileKind,
  folder = homedir(),
): Promise<string | null> {
  const options: SaveDialogOptions = {
    title: `Save as ${words}`,
    defaultPath: join(folder, name),
    filters: [{ name: words, extensions: [extension] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}

/** One file, which is there. Null where the trader chose none. */
export async function chooseFileToRead(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  window: BrowserWindow | null,
  { words, extension }: FileKind,
  folder = homedir(),
): Promise<string | null> {
  const options: OpenDialogOptions = {
    title: `Choose a ${words}`,
    defaultPath: folder,
    filters: [{ name: words, extensions: [extension] }],
    properties: ['openFile'],
  }
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}
