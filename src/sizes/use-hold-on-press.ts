/** Holds the size from the moment that a button which sends it goes down. */
import { type RefObject, useEffect } from 'react'
import { useSteady } from '../ui/index.ts'

/** @param input of the size; the buttons are those that send in the form around it */
export function useHoldOnPress(input: RefObject<HTMLInputElement | null>, hold: () => void): void {
  const down = useSteady((event: Event) => {
    const isPress = !(event instanceof KeyboardEvent) || event.key === 'Enter' || event.key === ' '
    if (isPress && event.target instanceof Element && event.target.closest('[data-send]') !== null) hold()
  })
  useEffect(() => {
    const form = input.current?.form
    if (form == null) return
    form.addEventListener('pointerdown', down, true)
    form.addEventListener('keydown', down, true)
    return () => {
      form.removeEventListener('pointerdown', down, true)
      form.removeEventListener('keydown', down, true)
    }
  }, [input, down])
}
