/** Whether the list is open in this window. */
import { create } from 'zustand'

export const useShown = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

/** Opens it. */
export const showGettingStarted = (): void => useShown.setState({ isOpen: true })
export const hideGettingStarted = (): void => useShown.setState({ isOpen: false })
