/** What windows are called: by what they show, and by their number too where another window of the deployment shows the same. */
import type { BrowserWindow } from 'electron'

/** A window as its page names it: by what it shows, '' for nothing. */
export interface TitledWindow {
  readonly name: string
  readonly profile: string
  readonly title: string
}

/** In menus of the other windows of its deployment; `all` are the open windows, this one among them. */
export function listTitleOf(window: TitledWindow, all: readonly TitledWindow[]): string {
  const number = window.name.replace(/^window-/, 'Window ')
  if (window.title === '') return number
  return isAlone(window, all) ? window.title : `${window.title} · ${number}`
}

/**
 * As the system shows it: what the window shows comes first, because lists of windows cut titles off.
 * @param naming whether it names the deployment.
 */
export function systemTitleOf(window: TitledWindow, all: readonly TitledWindow[], naming: boolean): string {
  const terminal = naming ? `Isotherm: ${window.profile}` : 'Isotherm'
  const plain = window.title === '' && isAlone(window, all)
  return plain ? terminal : `${listTitleOf(window, all)} – ${terminal}`
}

interface NamedWindow extends TitledWindow {
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'setTitle'>
  /** What it is called on the screen now. */
  systemTitle: string
}

/** Names all open windows anew: one that is called otherwise may leave another the only one of its title. */
export function nameWindows(all: readonly NamedWindow[], naming: boolean): void {
  for (const open of all) {
    const title = systemTitleOf(open, all, naming)
    if (title === open.systemTitle || open.window.isDestroyed()) continue
    open.systemTitle = title
    open.window.setTitle(title)
  }
}

const isAlone = ({ name, profile, title }: TitledWindow, all: readonly TitledWindow[]): boolean =>
  !all.some((other) => other.name !== name && other.profile === profile && other.title === title)
