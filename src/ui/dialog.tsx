/** A box over the window that asks for something: a title, what it is about, and its buttons. Esc and a click beside it close it. */
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import type { ToldKey } from './told-keys.ts'

// What lies over the whole window until it is answered or closed: every key is its own, wherever the focus is.

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

/** By react-aria, for dialogs and menus alike. */
export const DIALOG_KEYS: readonly ToldKey<'close'>[] = [
  { act: 'close', keys: ['Escape'], does: 'Close it, and do nothing' },
]

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** The buttons, the one that Enter presses last. */
  readonly actions: ReactNode
  /** What Enter in a field does; the buttons stand in the same form. */
  readonly onSubmit?: () => void
  /** For what has a table in it. */
  readonly isWide?: boolean
}

export function Dialog({ title, onClose, children, actions, onSubmit, isWide = false }: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable
    >
      <Modal className={classNames(styles.modal, isWide && styles.wide)}>
        <AriaDialog className={styles.dialog ?? ''} {...MODAL}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              onSubmit?.()
            }}
          >
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <div className={styles.body}>{children}</div>
            <div className={styles.actions}>{actions}</div>
          </form>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
