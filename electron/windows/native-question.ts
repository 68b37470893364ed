/** Asks the trader in a box of the operating system, on a window but out of its page's reach. */
import type { BrowserWindow, Dialog } from 'electron'
import type { Question } from '../ipc/index.ts'

/** Where closing the box, Escape and a hasty Enter lead. */
const CANCEL = 0
const CONFIRM = 1

/** Whether the trader pressed the button that says yes, and no other. */
export async function askNatively(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow,
  { message, detail, confirm }: Question,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: 'Isotherm',
    message,
    detail,
    buttons: ['Cancel', confirm],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
  })
  return response === CONFIRM
}
