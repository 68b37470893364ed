/** Boxes of the operating system: questions, and places of files. */

import { homedir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, Dialog, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import type { Question } from '../ipc/index.ts'

/** Where closing the box, Escape and a hasty Enter lead. */
const CANCEL = 0
const CONFIRM = 1
const OTHERWISE = 2

/** Which button was pressed; `no` also where the box was closed. */
type NativeAnswer = 'no' | 'yes' | 'otherwise'

/** Whether the trader pressed the button that says yes, and no other. @param window null where the question is about none. */
export const askNatively = async (
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | null,
  { otherwise: _, ...question }: Question,
): Promise<boolean> => (await chooseNatively(dialog, window, question)) === 'yes'

/** The same, with the button for another way where the question has one. */
export async function chooseNatively(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | null,
  { message, detail, confirm, otherwise }: Question,
): Promise<NativeAnswer> {
  const { signal, release } = untilClosed(window)
  const box: MessageBoxOptions = {
    type: 'warning',
    title: 'Isotherm',
    message,
    detail,
    buttons: ['Cancel', confirm, ...(otherwise === undefined ? [] : [otherwise])],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
    signal,
  }
  try {
    const { response } = await (window === null ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box))
    if (signal.aborted) return 'no'
    if (response === CONFIRM) return 'yes'
    return response === OTHERWISE && otherwise !== undefined ? 'otherwise' : 'no'
  } finally {
    release()
  }
}

/** A box goes with its window: what it asks about has gone too, and not every system closes it by itself. */
function untilClosed(window: Pick<BrowserWindow, 'once' | 'off'> | null): { signal: AbortSignal; release: () => void } {
  const closing = new AbortController()
  const close = (): void => closing.abort()
  window?.once('closed', close)
  return { signal: closing.signal, release: () => void window?.off('closed', close) }
}

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
