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

/** What a file dialog is for. */
export interface FileKind {
  /** Name of the only kind of file that it lists: `CSV`. */
  readonly filter: string
  /** Without the dot. */
  readonly extension: string
  readonly title: string
  /** Asked before it opens without user input in the window. */
  readonly question: Question['message']
}

/** Null where the trader chose none, which is not an error. @param name the suggested file name. */
export async function chooseFile(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: BrowserWindow | null,
  name: string,
  { filter, extension, title }: FileKind,
  folder = homedir(),
): Promise<string | null> {
  const options: SaveDialogOptions = {
    title,
    defaultPath: join(folder, name),
    filters: [{ name: filter, extensions: [extension] }],
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
  { filter, extension, title }: FileKind,
  folder = homedir(),
): Promise<string | null> {
  const options: OpenDialogOptions = {
    title,
    defaultPath: folder,
    filters: [{ name: filter, extensions: [extension] }],
    properties: ['openFile'],
  }
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? null : (filePaths[0] ?? null)
}
