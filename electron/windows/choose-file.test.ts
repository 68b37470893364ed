import type { SaveDialogOptions } from 'electron'
import { expect, it } from 'vitest'
import { chooseFile } from './choose-file.ts'

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
  expect(await chooseFile(dialog, {} as never, 'fills.csv', '/home/me')).toBe('/there/my fills.csv')
  expect(asked[0]).toMatchObject({ defaultPath: '/home/me/fills.csv', filters: [{ extensions: ['csv'] }] })
})

it('a box that is closed chooses none', async () => {
  expect(await chooseFile(box(null).dialog, null, 'fills.csv')).toBeNull()
  expect(await chooseFile(box('').dialog, null, 'fills.csv')).toBeNull()
})
