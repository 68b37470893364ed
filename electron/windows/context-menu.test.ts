import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { giveContextMenus } from './menus.ts'

const FLAGS = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true } as never

function setUp() {
  const [app, contents] = [new EventEmitter(), new EventEmitter()]
  const shown: unknown[] = []
  giveContextMenus({
    app: app as never,
    has: (one) => (one as unknown) === contents,
    show: (items) => void shown.push(items.flatMap(({ role }) => role ?? [])),
  })
  return { app, contents, shown }
}

describe('the context menu', () => {
  it('offers cut, copy and paste in a field, copy on selected text, and nothing elsewhere', () => {
    const { app, contents, shown } = setUp()
    app.emit('web-contents-created', {}, contents)
    contents.emit('context-menu', {}, { isEditable: true, selectionText: '', editFlags: FLAGS })
    contents.emit('context-menu', {}, { isEditable: false, selectionText: '571.40', editFlags: FLAGS })
    contents.emit('context-menu', {}, { isEditable: false, selectionText: ' ', editFlags: FLAGS })
    expect(shown).toEqual([['cut', 'copy', 'paste', 'selectAll'], ['copy']])
  })

  it('exists only in windows of the terminal', () => {
    const { app, shown } = setUp()
    const other = new EventEmitter()
    app.emit('web-contents-created', {}, other)
    other.emit('context-menu', {}, { isEditable: false, selectionText: 'text', editFlags: FLAGS })
    expect(shown).toEqual([])
  })
})
