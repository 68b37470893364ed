/**
 * The focus of a ticket whose form is replaced: its market changed, or its kind. Without this it falls to the page, and what is being typed become
 * presses of keys that trade.
 */
import { createContext, type RefObject, useContext, useLayoutEffect } from 'react'

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
export const KeptPlaceProvider = KeptPlaceContext.Provider

/** Hands the focus on from the form that stood here to this one, and from this one to the next. */
export function useKeptPlace(ref: RefObject<HTMLFormElement | null>): void {
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
