/** Whether this window asks about a kill: by the button, the key, the palette or a menu. */
import { create } from 'zustand'

const useStore = create<{ readonly isAsked: boolean }>(() => ({ isAsked: false }))

/** Asks; nothing is done by it. */
export const askKill = (): void => useStore.setState({ isAsked: true })
export const dropKill = (): void => useStore.setState({ isAsked: false })
export const useKillAsked = (): boolean => useStore(({ isAsked }) => isAsked)
