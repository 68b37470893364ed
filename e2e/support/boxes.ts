/** Native message boxes, which no page can reach: a test receives each and answers it like a user. */
import type { ElectronApplication } from '@playwright/test'
import {
  BOXES_FOR_PARENT,
  type BoxAnswer,
  type FileAnswer,
  type PendingFileDialog,
  type PendingMessageBox,
} from '../../tools/chromium-host/index.ts'
import type { Program } from './processes.ts'

export interface Box {
  readonly message: string
  readonly detail: string
}

export interface Boxes {
  /** Boxes shown so far, oldest first. */
  shown(): Promise<readonly Box[]>
  /** Labels of the button to click in later boxes, the first one that exists; without labels, each is closed. */
  press(...labels: readonly string[]): Promise<void>
  /** File to choose in save dialogs; none by default. */
  save(path: string | null): Promise<void>
  /** File to choose in open dialogs; none by default. */
  open(path: string | null): Promise<void>
}

/** Makes the host ask the test. */
export const BOXES_ENV = { [BOXES_FOR_PARENT]: '1' }

export function boxesOfHost({ process: host }: Program): Boxes {
  const shown: Box[] = []
  let pressed: readonly string[] = []
  const chosen: { [W in PendingFileDialog['wants']]: string | null } = { save: null, read: null }
  host.on('message', ({ fileAsked, wants }: PendingFileDialog) => {
    if (fileAsked !== undefined) host.send({ fileAnswered: fileAsked, path: chosen[wants] } satisfies FileAnswer)
  })
  host.on('message', ({ boxAsked, message, detail, buttons, cancel }: PendingMessageBox) => {
    if (boxAsked === undefined) return
    shown.push({ message, detail })
    const label = pressed.find((one) => buttons.includes(one))
    const button = label === undefined ? cancel : buttons.indexOf(label)
    host.send({ boxAnswered: boxAsked, button } satisfies BoxAnswer)
  })
  return {
    shown: async () => shown,
    async press(...labels) {
      pressed = labels
    },
    async save(path) {
      chosen.save = path
    },
    async open(path) {
      chosen.read = path
    },
  }
}

export async function boxesOfElectron(app: ElectronApplication): Promise<Boxes> {
  await app.evaluate(({ dialog }) => {
    const boxes = {
      shown: [] as { message: string; detail: string }[],
      pressed: [] as readonly string[],
      chosen: null as string | null,
      opened: null as string | null,
    }
    Object.assign(globalThis, { boxes })
    dialog.showMessageBox = (async (_window: unknown, options: Electron.MessageBoxOptions) => {
      const { message, detail = '', buttons = [], cancelId = 0 } = options
      boxes.shown.push({ message, detail })
      const label = boxes.pressed.find((one) => buttons.includes(one))
      return { response: label === undefined ? cancelId : buttons.indexOf(label), checkboxChecked: false }
    }) as typeof dialog.showMessageBox
    dialog.showSaveDialog = (async () => ({
      canceled: boxes.chosen === null,
      filePath: boxes.chosen ?? '',
    })) as typeof dialog.showSaveDialog
    dialog.showOpenDialog = (async () => ({
      canceled: boxes.opened === null,
      filePaths: boxes.opened === null ? [] : [boxes.opened],
    })) as typeof dialog.showOpenDialog
  })
  return {
    shown: () => app.evaluate(() => (globalThis as unknown as { boxes: { shown: Box[] } }).boxes.shown),
    press: (...labels) =>
      app.evaluate((_electron, pressed) => {
        ;(globalThis as unknown as { boxes: { pressed: readonly string[] } }).boxes.pressed = pressed
      }, labels),
    save: (path) =>
      app.evaluate((_electron, chosen) => {
        ;(globalThis as unknown as { boxes: { chosen: string | null } }).boxes.chosen = chosen
      }, path),
    open: (path) =>
      app.evaluate((_electron, opened) => {
        ;(globalThis as unknown as { boxes: { opened: string | null } }).boxes.opened = opened
      }, path),
  }
}
