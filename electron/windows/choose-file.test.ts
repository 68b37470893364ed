import type { OpenDialogOptions, SaveDialogOptions } from 'electron'
import { expect, it } from 'vitest'
import { text } from '../../contract/safe-text.ts'
import { chooseFile, chooseFileToRead } from './dialogs.ts'

const CSV = { filter: 'CSV', extension: 'csv', title: 'Save as CSV', question: text`Save a CSV file?` }

function box(filePath: string | null) {
  const requests: SaveDialogOptions[] = []
  const showSaveDialog = async (...given: unknown[]) => {
    requests.push(given.at(-1) as SaveDialogOptions)
    return { canceled: filePath === null, filePath: filePath ?? '' }
  }
  return { asked: requests, dialog: { showSaveDialog } as never }
}

it('a file is saved where the trader chooses, with a suggested name', async () => {
  const { asked, dialog } = box('/there/my fills.csv')
  expect(await chooseFile(dialog, {} as never, 'fills.csv', CSV, '/home/me')).toBe('/there/my fills.csv')
  expect(asked[0]).toMatchObject({
    defaultPath: '/home/me/fills.csv',
    title: 'Save as CSV',
    filters: [{ name: 'CSV', extensions: ['csv'] }],
  })
  await chooseFile(
    dialog,
    {} as never,
    'report.txt',
    { ...CSV, filter: 'Text', extension: 'txt', title: 'Save it' },
    '/home/me',
  )
  expect(asked[1]).toMatchObject({ title: 'Save it', filters: [{ name: 'Text', extensions: ['txt'] }] })
})

it('a closed dialog chooses none', async () => {
  expect(await chooseFile(box(null).dialog, null, 'fills.csv', CSV)).toBeNull()
  expect(await chooseFile(box('').dialog, null, 'fills.csv', CSV)).toBeNull()
})

it('a file to read must exist, and a closed dialog chooses none', async () => {
  const requests: OpenDialogOptions[] = []
  const dialogOf = (filePaths: readonly string[]) => ({
    showOpenDialog: async (...given: unknown[]) => {
      requests.push(given.at(-1) as OpenDialogOptions)
      return { canceled: filePaths.length === 0, filePaths }
    },
  })
  const profile = { ...CSV, filter: 'Profile', extension: 'json', title: 'Open a profile file' }
  const dialog = dialogOf(['/there/real.json']) as never
  expect(await chooseFileToRead(dialog, {} as never, profile, '/home/me')).toBe('/there/real.json')
  expect(requests[0]).toEqual({
    title: 'Open a profile file',
    defaultPath: '/home/me',
    filters: [{ name: 'Profile', extensions: ['json'] }],
    properties: ['openFile'],
  })
  expect(await chooseFileToRead(dialogOf([]) as never, null, profile)).toBeNull()
})
