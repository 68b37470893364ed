/**
 * The places of a ticket, the same in every family and in the same order: what kind of order it is, what is in the way, what is typed, what the
 * order does, the buttons, and what became of the last one. In a low panel the fields scroll; figures and buttons stay together.
 */
import { type FocusEvent, type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react'
import type { Permission } from '../trade-forms/index.ts'
import { Banner } from '../ui/index.ts'
import { OpenAccount } from '../workspace/index.ts'
import { useKeptPlace } from './kept-place.ts'
import styles from './ticket-frame.module.css'

/** Around a ticket and what stands above it: its size decides how the ticket is laid out. */
export const TicketBody = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles.body}>{children}</div>
)

interface TicketFrameProps {
  /** The form's accessible name, where the panel's alone does not say it. */
  readonly label?: string
  /** Side, mode: what is chosen of the order before anything is typed. */
  readonly choices?: ReactNode
  readonly permission: Permission
  /** The id under which buttons find why they are off. */
  readonly permissionId?: string
  /** What is asked of the trader, and what is held in the market. */
  readonly above?: ReactNode
  readonly fields: ReactNode
  /** What the order does. */
  readonly figures?: ReactNode
  readonly buttons: ReactNode
  /** What became of the last order, at one height: nothing that is said moves the buttons. */
  readonly message: ReactNode
  /** Below everything. */
  readonly below?: ReactNode
  readonly footRef?: Ref<HTMLDivElement>
  /** Names figures and buttons together while they ask something. */
  readonly footLabel?: string | undefined
  readonly form?: {
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: () => void
  }
}

export function TicketFrame(props: TicketFrameProps): ReactNode {
  const { label, choices, permission, permissionId, above, fields, figures, buttons, message, below } = props
  const self = useRef<HTMLFormElement>(null)
  useKeptPlace(self)
  return (
    <form
      ref={self}
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => event.preventDefault()}
      {...(props.form ?? {})}
    >
      {choices !== undefined && <div className={styles.choices}>{choices}</div>}
      <div className={styles.scroll} data-part="fields">
        {permission.orders !== 'any' && (
          <div id={permissionId} className={styles.permission}>
            <Banner tone="warning" action={<OpenAccount signs />}>
              {permission.reason}
            </Banner>
          </div>
        )}
        {above}
        <div className={styles.fields}>{fields}</div>
      </div>
      {/* One group: whatever gives way in a low panel, the buttons stand below what they would do. */}
      <div
        ref={props.footRef}
        className={styles.foot}
        {...(props.footLabel === undefined ? {} : { role: 'region', 'aria-label': props.footLabel })}
      >
        {figures}
        <div className={styles.sends}>{buttons}</div>
        <div className={styles.last}>{message}</div>
      </div>
      {below}
    </form>
  )
}
