/**
 * `dialog`: the host has none. What a dialog would ask is printed to stderr, and answered as by someone who cancels; a message box and the choice of a file by
 * whoever started the host, where they say so (`BOXES_FOR_PARENT`).
 */
import type * as Electron from 'electron'
import { provide } from './missing.ts'
import { say } from './runtime.ts'

/** The options, with or without a window before them. */
const optionsOf = <T>(given: readonly unknown[]): T => given.at(-1) as T

/** The button that closing the box stands for: `cancelId`, else the button that says so, else the default one. */
export function cancelButton({ buttons = [], cancelId, defaultId }: Electron.MessageBoxOptions): number {
  if (cancelId !== undefined) return cancelId
  const labelled = buttons.findIndex((label) => /^&?(cancel|no)$/i.test(label))
  return labelled !== -1 ? labelled : (defaultId ?? 0)
}

/** Set by a program that started the host with a channel (`stdio: 'ipc'`) and answers each `BoxAsked` on it with a `BoxAnswer`, as tests do. */
export const BOXES_FOR_PARENT = 'CHROMIUM_HOST_BOXES_FOR_PARENT'

/** A message box that waits. */
export interface BoxAsked {
  readonly boxAsked: number
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  /** The button that closing it stands for. */
  readonly cancel: number
}

export interface BoxAnswer {
  readonly boxAnswered: number
  /** The button that was pressed. */
  readonly button: number
}

/** A box that asks for a place to save a file, or for a file to read, and the answer: a path, or null where none is chosen. */
export interface FileAsked {
  readonly fileAsked: number
  readonly wants: 'save' | 'read'
  readonly title: string
  /** What is offered. */
  readonly path: string
}

export interface FileAnswer {
  readonly fileAnswered: number
  readonly path: string | null
}

let boxes = 0

const hasParent = (): boolean => process.connected && process.env[BOXES_FOR_PARENT] === '1'

/** Sends a question under a number of its own, and resolves with the answer that is told to be its. */
function askParent<Answer>(
  asked: (number: number) => BoxAsked | FileAsked,
  isAnswer: (said: Answer, number: number) => boolean,
) {
  boxes += 1
  const number = boxes
  return new Promise<Answer>((resolve) => {
    const hear = (said: Answer): void => {
      if (!isAnswer(said, number)) return
      process.off('message', hear)
      resolve(said)
    }
    process.on('message', hear)
    process.send?.(asked(number))
  })
}

async function askParentForFile(
  wants: FileAsked['wants'],
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
