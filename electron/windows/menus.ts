/** Communication between menus and windows: the list of windows, the commands of each, and requests from the desktop. */
import type { App, ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron'
import type { NativeMenuItem, WindowAsk, WindowRequest } from '../../contract/desktop.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Clock } from '../../contract/time.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import type { WindowManager } from './window-manager.ts'

export function windowListOf(windows: WindowManager, contents: WebContents): TopicSource {
  const name = windows.nameOf(contents)
  const profile = windows.profileOf(contents)
  return topicOf(
    'windows',
    () => windows.on(profile).map((each) => ({ name: each.name, title: each.title, isThis: each.name === name })),
    windows.onListChange,
  )
}

export type WindowMenus = ReturnType<typeof createWindowMenus>

/** The commands that each window lists for the application's menu, and those that are shown: of the window that was last in front. */
export function createWindowMenus() {
  const items = new Map<WebContents, readonly NativeMenuItem[]>()
  const listeners = new Listeners()
  let front: WebContents | null = null
  return {
    set(contents: WebContents, next: readonly NativeMenuItem[]): void {
      // The table of a window changes more often than the part shown in a menu.
      if (JSON.stringify(items.get(contents)) === JSON.stringify(next)) return
      items.set(contents, next)
      if (front === null || front === contents) listeners.notify()
    },
    setFront(contents: WebContents): void {
      if (front === contents) return
      front = contents
      listeners.notify()
    },
    closed(contents: WebContents): void {
      items.delete(contents)
      if (front !== contents) return
      front = null
      listeners.notify()
    },
    /** Of the window that was last in front; empty while none is open. */
    current: (): readonly NativeMenuItem[] => (front === null ? items.values().next().value : items.get(front)) ?? [],
    /** Fires when `current` changes. */
    onChange: listeners.on,
  }
}

/** A command expires after this, ms. */
const COMMAND_WAITS = 5000
/** A view may wait, and so may anything that a window opens for, ms. */
const VIEW_WAITS = 60_000
const MAX_WAITING = 20

interface Waiting extends WindowRequest {
  readonly until: number
}

/** Requests of the desktop to each window, until the window has taken them. Expired ones are dropped: nobody is surprised by an old choice. */
export type WindowQuestions = ReturnType<typeof createWindowQuestions>

/** @param chose called for each command: the trader chose it for this window outside of the page, beyond any page's control. */
export function createWindowQuestions(clock: Pick<Clock, 'monotonic'>, chose: (contents: WebContents) => void) {
  const waiting = new WeakMap<WebContents, readonly Waiting[]>()
  const listeners = new Listeners()
  let last = 0

  const of = (contents: WebContents): readonly Waiting[] =>
    (waiting.get(contents) ?? []).filter(({ until }) => until >= clock.monotonic())

  return {
    /** @param isNew whether the window opens for it, and is not loaded yet. */
    ask(contents: WebContents, ask: WindowAsk, isNew: boolean = false): void {
      last += 1
      if (ask.kind === 'command') chose(contents)
      const until = clock.monotonic() + (ask.kind === 'command' && !isNew ? COMMAND_WAITS : VIEW_WAITS)
      waiting.set(contents, [...of(contents), { seq: last, ask, until }].slice(-MAX_WAITING))
      listeners.notify()
    },
    /** The window has done all requests up to this one. */
    take(contents: WebContents, seq: number): void {
      waiting.set(
        contents,
        of(contents).filter((one) => one.seq > seq),
      )
      listeners.notify()
    },
    topicOf: (contents: WebContents): TopicSource =>
      topicOf('asked_of_window', () => of(contents).map(({ seq, ask }) => ({ seq, ask })), listeners.on),
  }
}

interface ContextMenuOptions {
  readonly app: Pick<App, 'on'>
  /** Whether it is one of the terminal's windows. */
  readonly has: (contents: WebContents) => boolean
  /** On the focused window: the click has focused its window. */
  readonly show: (items: MenuItemConstructorOptions[]) => void
}

/** Applies to every window from now on. */
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
