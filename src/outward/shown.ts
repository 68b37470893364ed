/** Whether the dialog is open in this window. */
import { create } from 'zustand'

export const useShown = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

/** Opens it. */
export const showOutward = (): void => useShown.setState({ isOpen: true })
export const hideOutward = (): void => useShown.setState({ isOpen: false })
