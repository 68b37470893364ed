/** The frame of the palette and the sheet: over the window, closed by Esc or a click beside it. */
import { type ReactNode, useEffect } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { MODAL } from '../ui/index.ts'
import { closeOverlay, type Overlay, useOverlay } from './overlay.ts'
import styles from './overlays.module.css'

interface OverlayFrameProps {
  readonly overlay: Overlay
  /** Its accessible name. */
  readonly label: string
  readonly children: ReactNode
}

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
