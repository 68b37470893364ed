/** The focus on the size of a ticket, which is next once a price was taken. */
import { type RefObject, useEffect, useRef } from 'react'
import { create } from 'zustand'
import { usePanel } from './panel.tsx'

/** Which ticket wants the focus on its size, and how often it was wanted. */
const useSizeWanted = create<{ readonly ticket: string; readonly times: number }>()(() => ({ ticket: '', times: 0 }))

/** Has the size of the ticket take the focus. */
export const wantSizeFocus = (ticket: string): void =>
  useSizeWanted.setState(({ times }) => ({ ticket, times: times + 1 }))

/** Of the ticket around: gives the focus to its size when a price or an order was pressed for elsewhere. */
export function useSizeFocus(size: RefObject<HTMLInputElement | null>): void {
  const { id } = usePanel()
  const times = useSizeWanted((wanted) => (wanted.ticket === id ? wanted.times : 0))
  const heeded = useRef(times)
  useEffect(() => {
    if (times === heeded.current) return
    heeded.current = times
    if (times > 0) size.current?.focus()
  }, [times, size])
}
