/** A dialog over the window: a title, an explanation, and its buttons. Esc and a click outside close it. */
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import type { HandledKey } from './handled-keys.ts'

// Modals cover the whole window until answered or closed: every key is theirs, regardless of the focus.

/** For the focusable element of such a dialog. */
export const MODAL = { 'data-modal': true } as const

/** The topmost one; null while there is none. */
export const openModal = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-modal]')].at(-1) ?? null

/**
 * Whether a key press is aimed at the window under the modal, or at nothing, as happens once the focused element is gone. False for modals and menus.
 */
export const isBehindModals = (target: EventTarget | null): boolean =>
  !(target instanceof Element) ||
  target.contains(document.body) ||
  document.getElementById('root')?.contains(target) === true

/** Implemented by react-aria, for dialogs and menus alike. */
export const DIALOG_KEYS: readonly HandledKey<'close'>[] = [
  { act: 'close', keys: ['Escape'], does: 'Close without changes' },
]

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** The buttons, the one that Enter triggers last. */
  readonly actions: ReactNode
  /** Runs on Enter in a field; the buttons are in the same form. */
  readonly onSubmit?: () => void
  /** For content with a table. */
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
