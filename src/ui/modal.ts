/** What lies over the whole window until it is answered or closed: every key is its own, wherever the focus is. */

/** On the element of such a dialog that takes the focus. */
export const MODAL = { 'data-modal': true } as const

/** The one on top; null while there is none. */
export const openModal = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-modal]')].at(-1) ?? null

/** Whether a press goes to the window under the modal, or nowhere, as it does once what had the focus is gone. Modals and menus are not in it. */
export const isBehindModals = (target: EventTarget | null): boolean =>
  !(target instanceof Element) ||
  target.contains(document.body) ||
  document.getElementById('root')?.contains(target) === true
