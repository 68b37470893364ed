/** Whether the dialog is open, for whatever leads to it. */
import { create } from 'zustand'
import type { ProfileFileFound } from '../../contract/connect.ts'

interface Asked {
  readonly isOpen: boolean
  /** A profile that was pasted: the form begins with it. */
  readonly profile: ProfileFileFound | null
}

const useStore = create<Asked>(() => ({ isOpen: false, profile: null }))

export const usePastedProfile = (): ProfileFileFound | null => useStore(({ profile }) => profile)

export const useIsAsked = (): boolean => useStore(({ isOpen }) => isOpen)

/** Opens the dialog in which a service is looked at and added. */
export const askToConnect = (profile: ProfileFileFound | null = null): void =>
  useStore.setState({ isOpen: true, profile })

export const dropConnect = (): void => useStore.setState({ isOpen: false, profile: null })
