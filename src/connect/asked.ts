/** Whether the dialog is open, for whatever leads to it. */
import { create } from 'zustand'

const useStore = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const useIsAsked = (): boolean => useStore(({ isOpen }) => isOpen)

/** Opens the dialog in which a service is looked at and added. */
export const askToConnect = (): void => useStore.setState({ isOpen: true })

export const dropConnect = (): void => useStore.setState({ isOpen: false })
