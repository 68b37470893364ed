import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { contextMenuOf, giveContextMenus } from './context-menu.ts'

const FLAGS = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true } as never
const rolesOf = (asked: Parameters<typeof contextMenuOf>[0]) => contextMenuOf(asked).flatMap(({ role }) => role ?? [])

describe('A17: the other mouse button', () => {
  it('offers cut, copy and paste in a field, copy on chosen text, and nothing elsewhere', () => {
    expect(rolesOf({ isEditable: true, selectionText: '', editFlags: FLAGS })).toEqual([
      'cut',
      'copy',
      'paste',
      'selectAll',
    ])
    expect(rolesOf({ isEditable: false, selectionText: '571.40', editFlags: FLAGS })).toEqual(['copy'])
    expect(rolesOf({ isEditable: false, selectionText: ' ', editFlags: FLAGS })).toEqual([])
  })

  it('shows it on the window that was pressed in', () => {
    const [app, contents] = [new EventEmitter(), new EventEmitter()]
    const shown: unknown[] = []
    giveContextMenus({
      app: app as never,
      has: (one) => (one as unknown) === contents,
      show: (items) => void shown.push(items.length),
    })
    app.emit('web-contents-created', {}, contents)
    contents.emit('context-menu', {}, { isEditable: false, selectionText: 'text', editFlags: FLAGS })
    contents.emit('context-menu', {}, { isEditable: false, selectionText: '', editFlags: FLAGS })
    expect(shown).toEqual([1])
  })
})
