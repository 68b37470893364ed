/**
 * The places of a ticket, the same in every family and in the same order: what kind of order it is, what is in the way, what is typed, what the
 * order does, the buttons, and what became of the last one. In a low panel the fields scroll; figures and buttons stay together.
 */
import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Permission } from '../trade-forms/index.ts'
import { Banner } from '../ui/index.ts'
import { OpenAccount } from '../workspace/index.ts'
import styles from './ticket-frame.module.css'

/** What of a form decides where the focus goes in the next one. */
interface FocusForm {
  focus(): void
  querySelectorAll(selector: string): Iterable<{ readonly checked?: boolean; focus(): void }>
}

/** Outlives the forms that take each other's place. */
export class KeptPlace {
  #lost: { readonly group: string | null } | null = null

  /** A form goes away, with what has the focus in it. @param group name of the radio group that it is in, if it is in one */
  goes(hadFocus: boolean, group: string | null): void {
    if (hadFocus) this.#lost = { group }
  }

  /**
   * The next form is there. A choice that replaced the form by itself keeps the focus, so that its arrow keys go on; everything else begins again at
   * the form. @param isNowhere whether nothing has the focus: one that went elsewhere meanwhile stays there
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

/** The form as what takes the focus: it keeps the keys for as long as it has it, and at no other time is anything that a press could give it to. */
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

const KeptPlaceContext = createContext(new KeptPlace())
/**
 * The focus of a ticket whose form is replaced: its market changed, or its kind. Without this it falls to the page, and what is being typed become
 * presses of keys that trade.
 */
export const KeptPlaceProvider = KeptPlaceContext.Provider

/** Hands the focus on from the form that stood here to this one, and from this one to the next. */
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
