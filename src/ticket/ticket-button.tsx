/** A button that sends an order, with what it sends in its name; it asks in the same place where a press may be a slip. */
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Side } from '../../contract/market.ts'
import { useHeldOff } from '../trade-forms/index.ts'
import { Button } from '../ui/index.ts'
import styles from './ticket-frame.module.css'

interface TicketButtonProps {
  readonly side: Side
  /** `Buy`, `Long`, `UP`. */
  readonly name: string
  /** What it sends, or what has to be entered before it sends anything. */
  readonly what: ReactNode
  /** What it asks, once it was pressed; null where it asks nothing. */
  readonly again?: string | null
  readonly disabled: boolean
  readonly busy?: boolean
  /** Nothing would come of a press: it does not look as if something would. */
  readonly quiet?: boolean
  /** The id of the banner that says why it is off. */
  readonly describedBy?: string | undefined
  readonly onPress: (event: MouseEvent) => void
}

/** A held key repeats its click many times a second: only the first press of it counts. */
const firstOnly = (event: KeyboardEvent): void => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}

export function TicketButton(props: TicketButtonProps): ReactNode {
  const { side, name, what, again = null, disabled, busy = false, quiet = false, describedBy, onPress } = props
  const isHeldOff = useHeldOff()
  return (
    <Button
      variant={quiet ? 'quiet' : side}
      aria-describedby={describedBy}
      aria-busy={busy}
      data-send={side}
      title={again ?? undefined}
      disabled={disabled || isHeldOff}
      onKeyDown={firstOnly}
      onClick={onPress}
    >
      {again !== null ? (
        <span className={styles.again}>{again}</span>
      ) : (
        <>
          <span>{name}</span> <span className={styles.what}>{what}</span>
        </>
      )}
    </Button>
  )
}
