/** Which of the overlays is open, and what is done once it has closed. */
import { type ReactNode, useEffect } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { create } from 'zustand'
import { MODAL } from '../ui/index.ts'
import type { Command } from './command.ts'
import styles from './overlays.module.css'

/** `palette`: everything that can be done or shown, searched. `sheet`: the keys. `editor`: the keys, to be changed. */
type Overlay = 'palette' | 'sheet' | 'editor'

interface State {
  readonly open: Overlay | null
  /** Done once the overlay is gone and the focus is back where it was. */
  readonly afterwards: (() => void) | null
  /** Ids of the commands chosen last in the palette, the newest first. */
  readonly recent: readonly string[]
}

/** So many are remembered while the window is open. */
const RECENT = 12

export const useOverlay = create<State>(() => ({ open: null, afterwards: null, recent: [] }))

/** Opens one of them. */
export const openOverlay = (open: Overlay): void => useOverlay.setState({ open })

/** Closes whichever is open; `afterwards` follows once the focus is back where it was. */
export const closeOverlay = (afterwards: (() => void) | null = null): void =>
  useOverlay.setState({ open: null, afterwards })

/** Has the palette list a command among those used last. */
export const used = (id: string): void =>
  useOverlay.setState(({ recent }) => ({ recent: [id, ...recent.filter((one) => one !== id)].slice(0, RECENT) }))

/** Whether one of them is open. */
export const useIsOpen = (overlay: Overlay): boolean => useOverlay(({ open }) => open === overlay)

/** The commands that open them. */
export const overlayCommands: readonly Command[] = [
  {
    id: 'palette',
    title: 'Find a command, market or workspace',
    scope: 'app',
    keys: [{ code: 'KeyK', mod: true }],
    words: ['palette', 'search'],
    menu: { menu: 'View', section: 'Find', label: 'Find a command…' },
    run: () => openOverlay('palette'),
  },
  {
    id: 'keys',
    title: 'Show all keys',
    scope: 'app',
    keys: [{ sign: '?' }],
    words: ['shortcuts', 'help', 'cheat sheet'],
    menu: { menu: 'View', section: 'Find', label: 'Keys' },
    run: () => openOverlay('sheet'),
  },
  {
    id: 'keys/change',
    title: 'Change the keys of commands',
    scope: 'app',
    words: ['shortcuts', 'remap', 'hotkeys', 'setting'],
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

/** The frame of the palette and the sheet: over the window, closed by Esc or a click beside it. */
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

/** Does what was to follow once the overlay has gone from the window, however long its end takes. */
function Afterwards(): ReactNode {
  useEffect(
    () => () => {
      const { afterwards } = useOverlay.getState()
      if (afterwards === null) return
      useOverlay.setState({ afterwards: null })
      // The focus goes back where it was in the next frame: what moves it must come after.
      requestAnimationFrame(() => requestAnimationFrame(afterwards))
    },
    [],
  )
  return null
}
