/** The open overlay, and the action after it has closed. */

import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { classNames, MODAL } from '../ui/index.ts'
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
 * The frame of the palette. The palette's field is all that can take the focus, so the page behind it stays as it is: `OverlayFrame` makes that page
 * inert, which restyles every element in it, twice as slow as the palette itself.
 */
export function PaletteFrame({ label, children }: Pick<OverlayFrameProps, 'label' | 'children'>): ReactNode {
  return (
    useIsOpen('palette') &&
    createPortal(
      // biome-ignore lint/a11y/noStaticElementInteractions: a click outside closes it, as Esc does
      // biome-ignore lint/a11y/useKeyWithClickEvents: the same
      <div
        className={classNames(styles.scrim, styles.instant)}
        onClick={({ target, currentTarget }) => target === currentTarget && closeOverlay()}
      >
        <div className={styles.modal}>
          <div
            role="dialog"
            aria-modal="true"
            aria-label={label}
            className={styles.dialog}
            onKeyDown={keepIn}
            {...MODAL}
          >
            <ReturnFocus />
            {children}
            <Afterwards />
          </div>
        </div>
      </div>,
      document.body,
    )
  )
}

/** Esc closes, and Tab leads nowhere: the field keeps the focus. */
function keepIn(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Tab')) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Escape') closeOverlay()
}

/** Returns the focus to where it was when this appeared. */
function ReturnFocus(): ReactNode {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
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
