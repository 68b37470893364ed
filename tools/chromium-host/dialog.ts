/**
 * `dialog`: the host has none. A dialog's question is printed to stderr, and answered as canceled; a message box and a file dialog can be answered by
 * the program that started the host (`BOXES_FOR_PARENT`).
 */
import type * as Electron from 'electron'
import { provide } from './missing.ts'
import { say } from './runtime.ts'

/** The options, with or without a preceding window. */
const optionsOf = <T>(given: readonly unknown[]): T => given.at(-1) as T

/** The button for closing the dialog: `cancelId`, else a button labeled so, else the default one. */
export function cancelButton({ buttons = [], cancelId, defaultId }: Electron.MessageBoxOptions): number {
  if (cancelId !== undefined) return cancelId
  const labelled = buttons.findIndex((label) => /^&?(cancel|no)$/i.test(label))
  return labelled !== -1 ? labelled : (defaultId ?? 0)
}

/** Set by a program that started the host with a channel (`stdio: 'ipc'`) and answers each `PendingMessageBox` on it with a `BoxAnswer`, as tests do. */
export const BOXES_FOR_PARENT = 'CHROMIUM_HOST_BOXES_FOR_PARENT'

/** A pending message box. */
export interface PendingMessageBox {
  readonly boxAsked: number
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  /** The button for closing it. */
  readonly cancel: number
}

export interface BoxAnswer {
  readonly boxAnswered: number
  /** The clicked button. */
  readonly button: number
}

/** A dialog for a file to save or read; the answer is a path, or null when none is chosen. */
export interface PendingFileDialog {
  readonly fileAsked: number
  readonly wants: 'save' | 'read'
  readonly title: string
  /** The suggested path. */
  readonly path: string
}

export interface FileAnswer {
  readonly fileAnswered: number
  readonly path: string | null
}

let boxes = 0

const hasParent = (): boolean => process.connected && process.env[BOXES_FOR_PARENT] === '1'

/** Sends a question with its own number, and resolves with the answer of that number. */
function askParent<Answer>(
  asked: (number: number) => PendingMessageBox | PendingFileDialog,
  isAnswer: (message: Answer, number: number) => boolean,
) {
  boxes += 1
  const number = boxes
  return new Promise<Answer>((resolve) => {
    const hear = (message: Answer): void => {
      if (!isAnswer(message, number)) return
      process.off('message', hear)
      resolve(message)
    }
    process.on('message', hear)
    process.send?.(asked(number))
  })
}

async function askParentForFile(
  wants: PendingFileDialog['wants'],
  { title = '', defaultPath = '' }: Electron.SaveDialogOptions | Electron.OpenDialogOptions,
): Promise<string | null> {
  const { path } = await askParent<FileAnswer>(
    (fileAsked) => ({ fileAsked, wants, title, path: defaultPath }),
    ({ fileAnswered }, number) => fileAnswered === number,
  )
  return path
}

async function askParentForButton(options: Electron.MessageBoxOptions): Promise<number> {
  const { message, detail = '', buttons = ['OK'] } = options
  const { button } = await askParent<BoxAnswer>(
    (boxAsked) => ({ boxAsked, message, detail, buttons, cancel: cancelButton(options) }),
    ({ boxAnswered }, number) => boxAnswered === number,
  )
  return button
}

function showMessageBoxSync(...given: unknown[]): number {
  const options = optionsOf<Electron.MessageBoxOptions>(given)
  const answer = cancelButton(options)
  const { title, message, detail, buttons = ['OK'] } = options
  say([title, message, detail].filter(Boolean).join(': '))
  say(`answered for you: ${buttons[answer] ?? answer}`)
  return answer
}

export const dialog = provide('dialog', {
  async showMessageBox(...given: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    const options = optionsOf<Electron.MessageBoxOptions>(given)
    const response = hasParent() ? await askParentForButton(options) : showMessageBoxSync(...given)
    return { response, checkboxChecked: options.checkboxChecked ?? false }
  },
  showMessageBoxSync,
  showErrorBox: (title: string, content: string): void => say(`${title}: ${content}`),
  async showSaveDialog(...given: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    const options = optionsOf<Electron.SaveDialogOptions>(given)
    const path = hasParent() ? await askParentForFile('save', options) : null
    if (path === null) say(`${options.title ?? 'Save'}: cancelled`)
    return { canceled: path === null, filePath: path ?? '' }
  },
  async showOpenDialog(...given: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    const options = optionsOf<Electron.OpenDialogOptions>(given)
    const path = hasParent() ? await askParentForFile('read', options) : null
    if (path === null) say(`${options.title ?? 'Open'}: cancelled`)
    return { canceled: path === null, filePaths: path === null ? [] : [path] }
  },
})
