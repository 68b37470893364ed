/** What the other mouse button offers in a field or on chosen text, where the page has no menu of its own. */
import type { App, ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron'

interface ContextMenuOptions {
  readonly app: Pick<App, 'on'>
  /** Whether it is one of the terminal's windows. */
  readonly has: (contents: WebContents) => boolean
  /** On the window that has the focus: the press has given it to the one that it went to. */
  readonly show: (items: MenuItemConstructorOptions[]) => void
}

/** For every window from now on. */
export function giveContextMenus({ app, has, show }: ContextMenuOptions): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('context-menu', (_opened, params) => {
      const items = contextMenuOf(params)
      if (items.length > 0 && has(contents)) show(items)
    })
  })
}

type Asked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>

/** Empty where there is nothing to cut, copy or paste. Pure. */
function contextMenuOf({ isEditable, selectionText, editFlags }: Asked): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }]
}
