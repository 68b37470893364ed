/** Native dialogs: questions, and file dialogs. */

import { homedir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, Dialog, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import type { Question } from '../ipc/index.ts'

/** The result of closing the dialog, Escape and a hasty Enter. */
const CANCEL = 0
const CONFIRM = 1
const OTHERWISE = 2

/** The clicked button; `no` also where the dialog was closed. */
type NativeAnswer = 'no' | 'yes' | 'otherwise'

/** Whether the trader clicked the confirming button. @param window null where the question concerns no window. */
export const askNatively = async (
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | null,
  { otherwise: _, ...question }: Question,
): Promise<boolean> => (await chooseNatively(dialog, window, question)) === 'yes'

/** Like `askNatively`, with a third button where the question has an alternative. */
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

/** A dialog closes with its window: its subject is gone too, and not every system closes it by itself. */
function untilClosed(window: Pick<BrowserWindow, 'once' | 'off'> | null): { signal: AbortSignal; release: () => void } {
  const closing = new AbortController()
  const close = (): void => closing.abort()
  window?.once('closed', close)
  return { signal: closing.signal, release: () => void window?.off('closed', close) }
}

/** Kind of a file: `CSV`, and its extension, without the dot. */
export interface FileKind {
  readonly text: string
  readonly extension: string
}

/** Null where the trader chose none, which is not an error. @param name the suggested file name. */
export async function chooseFile(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: BrowserWindow | null,
  name: string,
  { text: message, extension }: FileKind,
  folder = homedir(),
): Promise<string | null> {
  const options: SaveDialogOptions = {
    title: `Save as ${message}`,
    defaultPath: join(folder, name),
    filters: [{ name: message, extensions: [extension] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}

/** An existing file. Null where the trader chose none. */
export async function chooseFileToRead(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  window: BrowserWindow | null,
  { text: message, extension }: FileKind,
  folder = homedir(),
): Promise<string | null> {
  const options: OpenDialogOptions = {
    title: `Choose a ${message}`,
    defaultPath: folder,
    filters: [{ name: message, extensions: [extension] }],
    properties: ['openFile'],
  }
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}
