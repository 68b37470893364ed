/** `dialog`: the host has none. What a dialog would ask is printed to stderr, and answered as by someone who cancels. */
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

function showMessageBoxSync(...given: unknown[]): number {
  const options = optionsOf<Electron.MessageBoxOptions>(given)
  const answer = cancelButton(options)
  const { title, message, detail, buttons = ['OK'] } = options
  say([title, message, detail].filter(Boolean).join(': '))
  say(`answered for you: ${buttons[answer] ?? answer}`)
  return answer
}

export const dialog = provide('dialog', {
  showMessageBox: async (...given: unknown[]): Promise<Electron.MessageBoxReturnValue> => ({
    response: showMessageBoxSync(...given),
    checkboxChecked: optionsOf<Electron.MessageBoxOptions>(given).checkboxChecked ?? false,
  }),
  showMessageBoxSync,
  showErrorBox: (title: string, content: string): void => say(`${title}: ${content}`),
  async showSaveDialog(...given: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    say(`${optionsOf<Electron.SaveDialogOptions>(given).title ?? 'Save'}: no dialog here; cancelled`)
    return { canceled: true, filePath: '' }
  },
  async showOpenDialog(...given: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    say(`${optionsOf<Electron.OpenDialogOptions>(given).title ?? 'Open'}: no dialog here; cancelled`)
    return { canceled: true, filePaths: [] }
  },
})
