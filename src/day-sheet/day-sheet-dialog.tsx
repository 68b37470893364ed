/** The sheet of a day over the window, with the way to paper. */
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { ReadStates, useDaySheet } from '../queries/index.ts'
import { Button, MODAL } from '../ui/index.ts'
import styles from './day-sheet.module.css'
import { MESSAGES } from './messages.ts'
import { Sheet } from './sheet.tsx'
import { closeDaySheet, useShownDay } from './shown-day.ts'

/** Nothing while no day was asked for. */
export function DaySheetDialog(): ReactNode {
  const time = useShownDay((state) => state.time)
  return time === null ? null : <Open time={time} />
}

/** By `window.print()`: what is printed is the page itself, under its own policy, and no call to main can print anything else. */
const print = (): void => window.print()

function Open({ time }: { readonly time: number }): ReactNode {
  const read = useDaySheet(time)
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) closeDaySheet()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} {...MODAL}>
          <div className={styles.bar}>
            <Heading slot="title" className={styles.title ?? ''}>
              {MESSAGES.title}
            </Heading>
            <Button onClick={closeDaySheet}>{MESSAGES.close}</Button>
            <Button variant="primary" disabled={read.data === undefined} onClick={print}>
              {MESSAGES.print}
            </Button>
          </div>
          <div className={styles.room}>
            <ReadStates read={read} what={MESSAGES.what} skeletonRows={8} isEmpty={() => false} empty="">
              {(sheet) => <Sheet sheet={sheet} />}
            </ReadStates>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
