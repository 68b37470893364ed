/**
 * The slots of a ticket, the same in every family and in the same order: the order mode, obstacles, the fields, the figures, the buttons, and the
 * result of the last order. In a low panel the fields scroll; figures and buttons stay together.
 */
import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useRef } from 'react'
import type { Permission } from '../trade-forms/index.ts'
import { Banner, useStill, useStillness } from '../ui/index.ts'
import { OpenAccount } from '../workspace/index.ts'
import styles from './ticket-frame.module.css'
import type { EnterHandlers } from './use-enter-path.ts'

/** The parts of a form that decide where the focus goes in the next one. */
interface FocusForm {
  focus(): void
  querySelectorAll(selector: string): Iterable<{ readonly checked?: boolean; focus(): void }>
}

/** Outlives the forms that replace each other. */
export class FormPosition {
  #lost: { readonly group: string | null } | null = null

  /** A form is removed, including its focused element. @param group name of the radio group that contains it, if any */
  goes(hadFocus: boolean, group: string | null): void {
    if (hadFocus) this.#lost = { group }
  }

  /**
   * The next form is there. A choice that itself replaced the form keeps the focus, so that its arrow keys continue to work; otherwise the form takes
   * it. @param isNowhere whether nothing has the focus: one that moved elsewhere stays there
   */
  comes(form: FocusForm, isNowhere: boolean): void {
    const lost = this.#lost
    this.#lost = null
    if (lost === null || !isNowhere) return
    const radios = lost.group === null ? [] : [...form.querySelectorAll(radiosOf(lost.group))]
    const chosen = radios.find(({ checked }) => checked === true)
    if (chosen === undefined) form.focus()
    else chosen.focus()
  }
}

/** The form as a focus target: it receives keys while focused, and cannot be focused otherwise. */
function takingFocus(form: HTMLFormElement): FocusForm {
  return {
    focus() {
      form.tabIndex = -1
      form.dataset.keepsKeys = ''
      form.focus()
      const leave = (): void => {
        form.removeAttribute('tabindex')
        delete form.dataset.keepsKeys
      }
      form.addEventListener('focusout', leave, { once: true })
    },
    querySelectorAll: (selector) => form.querySelectorAll<HTMLInputElement>(selector),
  }
}

const radiosOf = (group: string): string => `[role="radiogroup"][aria-label="${group}"] input`

const KeptPlaceContext = createContext(new FormPosition())
/**
 * The focus of a ticket whose form is replaced, because its market or mode changed. Without this it falls to the page, and typed text would trigger
 * trading keys.
 */
export const FormPositionProvider = KeptPlaceContext.Provider

/** Passes the focus on from the previous form to this one, and from this one to the next. */
function useKeptPlace(ref: RefObject<HTMLFormElement | null>): void {
  const place = useContext(KeptPlaceContext)
  useLayoutEffect(() => {
    const form = ref.current
    if (form === null) return
    place.comes(takingFocus(form), document.activeElement === null || document.activeElement === document.body)
    return () => {
      const at = document.activeElement
      const group = at?.closest('[role="radiogroup"]')?.getAttribute('aria-label') ?? null
      place.goes(form.contains(at), group)
    }
  }, [place, ref])
}

/** Wraps a ticket and the content above it: its size decides the layout. */
export const TicketBody = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles.body}>{children}</div>
)

interface TicketFrameProps {
  /** The form's accessible name, where the panel's alone is not enough. */
  readonly label?: string
  /** Side, mode: choices of the order before anything is typed. */
  readonly choices?: ReactNode
  readonly permission: Permission
  /** The id of the element that states why buttons are disabled. */
  readonly permissionId?: string
  /** Questions to the trader, and the position in the market. */
  readonly above?: ReactNode
  readonly fields: ReactNode
  /** The figures of the order. */
  readonly figures?: ReactNode
  readonly buttons: ReactNode
  /** The result of the last order, at a fixed height, so that no message moves the buttons. */
  readonly message: ReactNode
  /** Below everything. */
  readonly below?: ReactNode
  readonly footRef?: RefObject<HTMLDivElement | null>
  /** Labels figures and buttons together while they ask something. */
  readonly footLabel?: string | undefined
  readonly form?: EnterHandlers['form']
}

export function TicketFrame(props: TicketFrameProps): ReactNode {
  const { label, choices, permission, permissionId, above, fields, figures, buttons, message, below } = props
  const self = useRef<HTMLFormElement>(null)
  const sends = useRef<HTMLDivElement>(null)
  const inputs = useRef<HTMLDivElement>(null)
  const own = useRef<HTMLDivElement>(null)
  const foot = props.footRef ?? own
  useStill(sends)
  useStill(inputs, true)
  useStill(foot, true)
  const stillness = useStillness()
  const reason = permission.orders === 'any' ? null : permission.reason
  // The reason why orders are off is above them: they move with it, and keep their size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared again with each reason
  useLayoutEffect(() => stillness?.check(), [stillness, reason])
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
        <div ref={inputs} className={styles.fields}>
          {fields}
        </div>
      </div>
      {/* One group, so that the buttons stay below their figures when a low panel hides other rows. */}
      <div
        ref={foot}
        className={styles.foot}
        {...(props.footLabel === undefined ? {} : { role: 'region', 'aria-label': props.footLabel })}
      >
        {figures}
        <div ref={sends} className={styles.sends}>
          {buttons}
        </div>
        <div className={styles.last}>{message}</div>
      </div>
      {below}
    </form>
  )
}
