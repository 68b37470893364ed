import { EventEmitter } from 'node:events'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { block, text } from '../../contract/safe-text.ts'
import { askNatively } from './dialogs.ts'

const question = { message: text`Arm this window?`, detail: block`For 60 minutes.`, confirm: 'Arm' }
const window = new EventEmitter() as BrowserWindow

function box(pressed: (options: MessageBoxOptions) => number) {
  const shown: [unknown, MessageBoxOptions][] = []
  const showMessageBox = async (on: unknown, options: MessageBoxOptions) => {
    shown.push([on, options])
    return { response: pressed(options), checkboxChecked: false }
  }
  return { shown, dialog: { showMessageBox } as never }
}

describe('a native question', () => {
  it('is on the requesting window, and Enter, Escape and closing it mean no', async () => {
    const { shown, dialog } = box(({ defaultId = -1 }) => defaultId)
    expect(await askNatively(dialog, window, question)).toBe(false)
    expect(shown[0]?.[0]).toBe(window)
    expect(shown[0]?.[1]).toMatchObject({
      message: question.message,
      detail: question.detail,
      defaultId: 0,
      cancelId: 0,
    })
    expect(shown[0]?.[1].buttons?.[0]).toBe('Cancel')
  })

  it('is answered yes by its own button only', async () => {
    const press = (label: string) => box(({ buttons = [] }) => buttons.indexOf(label)).dialog
    expect(await askNatively(press('Arm'), window, question)).toBe(true)
    expect(await askNatively(press('Cancel'), window, question)).toBe(false)
    expect(await askNatively(press('no such button'), window, question)).toBe(false)
  })

  it('closes with its window, and a yes that comes too late does not count', async () => {
    const closing = new EventEmitter()
    const answer = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>()
    let shown: MessageBoxOptions | null = null
    const showMessageBox = (_on: unknown, options: MessageBoxOptions) => {
      shown = options
      return answer.promise
    }
    const request = askNatively({ showMessageBox } as never, closing as BrowserWindow, question)
    const { signal, buttons = [] } = shown as unknown as MessageBoxOptions
    expect(signal?.aborted).toBe(false)
    closing.emit('closed')
    expect(signal?.aborted).toBe(true)
    answer.resolve({ response: buttons.indexOf('Arm'), checkboxChecked: false })
    expect(await request).toBe(false)
    expect(closing.listenerCount('closed')).toBe(0)
  })
})
