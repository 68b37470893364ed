/** The open overlay, and the action after it has closed. */

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { classNames, MODAL, openModal } from '../ui/index.ts'
import type { Command } from './command.ts'
import styles from './overlays.module.css'

/** `palette`: search over all actions and views. `sheet`: the keys. `editor`: editing the keys. */
type Overlay = 'palette' | 'sheet' | 'editor'

interface State {
  readonly open: Overlay | null
  /** Runs once the overlay is gone and the focus is back in its place. */
  readonly afterwards: (() => void) | null
  /** Ids of the last commands chosen in the palette, the newest first. */
  readonly recent: readonly string[]
}

/** Maximum number remembered while the window is open. */
const RECENT = 12

export const useOverlay = create<State>(() => ({ open: null, afterwards: null, recent: [] }))

/** Opens one of them. */
export const openOverlay = (open: Overlay): void => useOverlay.setState({ open })

/** Closes the open one; `afterwards` runs once the focus is back in its place. */
export const closeOverlay = (afterwards: (() => void) | null = null): void =>
  useOverlay.setState({ open: null, afterwards })

/** Adds a command to the recently used ones of the palette. */
export const used = (id: string): void =>
  useOverlay.setState(({ recent }) => ({ recent: [id, ...recent.filter((one) => one !== id)].slice(0, RECENT) }))

/** Whether the given one is open. */
export const useIsOpen = (overlay: Overlay): boolean => useOverlay(({ open }) => open === overlay)

/** The commands that open them. */
export const overlayCommands: readonly Command[] = [
  {
    id: 'palette',
    title: COMMON.find,
    scope: 'app',
    keys: [{ code: 'KeyK', mod: true }],
    aliases: ['palette', 'search'],
    menu: { menu: 'View', section: 'Find', label: 'Find a command…' },
    run: () => openOverlay('palette'),
  },
  {
    id: 'keys',
    title: 'Keyboard shortcuts',
    scope: 'app',
    keys: [{ sign: '?' }],
    aliases: ['shortcuts', 'help', 'cheat sheet'],
    menu: { menu: 'View', section: 'Find', label: 'Keys' },
    run: () => openOverlay('sheet'),
  },
  {
    id: 'keys/change',
    title: 'Change keys',
    scope: 'app',
    aliases: ['shortcuts', 'remap', 'hotkeys', 'setting'],
    menu: { menu: 'View', section: 'Find', label: 'Change keys…' },
    run: () => openOverlay('editor'),
  },
]

interface OverlayFrameProps {
  readonly overlay: Overlay
  /** Its accessible name. */
  readonly label: string
  readonly children: ReactNode
}

/**
 * The frame of the palette. The palette's field is all that takes the focus, so the page behind it stays as it is: `OverlayFrame` makes that page
 * inert, which restyles every element in it, twice as slow as the palette itself.
 */
export const PaletteFrame = (props: Pick<OverlayFrameProps, 'label' | 'children'>): ReactNode =>
  useIsOpen('palette') && createPortal(<OpenPalette {...props} />, document.body)

function OpenPalette({ label, children }: Pick<OverlayFrameProps, 'label' | 'children'>): ReactNode {
  const dialog = useRef<HTMLDivElement>(null)
  /** A click that selects text from the field outwards ends on the scrim too: it must also have begun there. */
  const pressed = useRef(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click outside closes it, as Esc does
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div
      className={classNames(styles.scrim, styles.instant)}
      // Menus leave it usable, should one be open behind it.
      data-react-aria-top-layer="true"
      onMouseDown={(event) => {
        pressed.current = event.target === event.currentTarget
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && pressed.current && closeOverlay()}
    >
      <div className={styles.modal}>
        <div
          ref={dialog}
          role="dialog"
          aria-modal="true"
          aria-label={label}
          tabIndex={-1}
          className={styles.dialog}
          onKeyDown={keepIn}
          {...MODAL}
        >
          <HeldFocus dialog={dialog} />
          {children}
          <Afterwards />
        </div>
      </div>
    </div>
  )
}

/** Esc closes, and Tab leads nowhere: the field keeps the focus. */
function keepIn(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Tab')) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Escape') closeOverlay()
}

/** Keeps the focus in the palette's field while it is open, and returns it to where it was before. */
function HeldFocus({ dialog }: { readonly dialog: RefObject<HTMLElement | null> }): ReactNode {
  const before = useRef<Element | null>(null)
  // Before the field takes the focus.
  useLayoutEffect(() => {
    before.current ??= document.activeElement
  }, [])
  useEffect(() => {
    const field = dialog.current?.querySelector('input')
    const hold = ({ target }: FocusEvent): void => {
      if (target !== field && openModal() === dialog.current) field?.focus()
    }
    document.addEventListener('focusin', hold)
    return () => {
      document.removeEventListener('focusin', hold)
      if (useOverlay.getState().open === 'palette') return
      if (before.current instanceof HTMLElement && before.current.isConnected)
        before.current.focus({ preventScroll: true })
    }
  }, [dialog])
  return null
}

/** The frame of the sheet and the key editor: over the window, closed by Esc or a click outside. */
export function OverlayFrame({ overlay, label, children }: OverlayFrameProps): ReactNode {
  const isOpen = useOverlay(({ open }) => open === overlay)
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => !open && closeOverlay()}
      isDismissable
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={label} {...MODAL}>
          {children}
          <Afterwards />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Runs the pending action once the overlay has left the window, however long its exit takes. */
function Afterwards(): ReactNode {
  useEffect(
    () => () => {
      const { afterwards } = useOverlay.getState()
      if (afterwards === null) return
      useOverlay.setState({ afterwards: null })
      // The focus returns in the next frame: what moves it must come after.
      requestAnimationFrame(() => requestAnimationFrame(afterwards))
    },
    [],
  )
  return null
}
