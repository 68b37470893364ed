import type { SaveDialogOptions } from 'electron'
import { expect, it } from 'vitest'
import { chooseFile } from './choose-file.ts'

const CSV = { words: 'CSV', extension: 'csv' }

function box(filePath: string | null) {
  const asked: SaveDialogOptions[] = []
  const showSaveDialog = async (...given: unknown[]) => {
    asked.push(given.at(-1) as SaveDialogOptions)
    return { canceled: filePath === null, filePath: filePath ?? '' }
  }
  return { asked, dialog: { showSaveDialog } as never }
}

it('a file is saved where the trader says, under a name that is offered', async () => {
  const { asked, dialog } = box('/there/my fills.csv')
  expect(await chooseFile(dialog, {} as never, 'fills.csv', CSV, '/home/me')).toBe('/there/my fills.csv')
  expect(asked[0]).toMatchObject({
    defaultPath: '/home/me/fills.csv',
    title: 'Save as CSV',
    filters: [{ name: 'CSV', extensions: ['csv'] }],
  })
  await chooseFile(dialog, {} as never, 'report.txt', { words: 'text', extension: 'txt' }, '/home/me')
  expect(asked[1]).toMatchObject({ title: 'Save as text', filters: [{ name: 'text', extensions: ['txt'] }] })
})

it('a box that is closed chooses none', async () => {
  expect(await chooseFile(box(null).dialog, null, 'fills.csv', CSV)).toBeNull()
  expect(await chooseFile(box('').dialog, null, 'fills.csv', CSV)).toBeNull()
})
