/** Who may call: only the top frame of one of our own windows, loaded from exactly our origin. */
import type { WebContents, WebFrameMain } from 'electron'

/** Origin of every window of the terminal. */
const APP_ORIGIN = 'app://ui'

/** The fields of a frame that the check uses. */
type SenderFrame = Pick<WebFrameMain, 'detached' | 'url'> & { readonly parent: unknown }

/** Why a sender is refused, or null when it may call. Origins are compared as parsed URLs, never by prefix. */
export function refuseSender(frame: SenderFrame | null, known: boolean): string | null {
  if (frame === null) return 'the frame is gone'
  if (frame.detached) return 'the frame is detached'
  if (frame.parent !== null) return 'not the top frame'
  if (!isOwnUrl(frame.url)) return 'not our origin'
  return known ? null : 'not one of our windows'
}

/** Whether a URL is a page of the terminal: scheme `app:`, host `ui`, nothing else in the authority. */
export function isOwnUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return `${protocol}//${host}` === APP_ORIGIN && username === '' && password === ''
}

/** Scheme and host of an address from a page, as a bounded text: the rest may have any length. */
export function originOf(url: string | undefined): string | null {
  if (url === undefined) return null
  try {
    const { protocol, host } = new URL(url.slice(0, 2_048))
    return `${protocol}//${host.slice(0, 255)}`
  } catch {
    return 'no address'
  }
}

/** The windows that may call, by their web contents. */
export interface KnownWindows {
  has(contents: WebContents): boolean
}
