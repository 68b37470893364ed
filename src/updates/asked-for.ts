/** That updates were asked for elsewhere in the window: the section is scrolled to. */
import { create } from 'zustand'

const useStore = create<{ readonly times: number }>(() => ({ times: 0 }))

/** How often, since the window opened. */
export const useAskedFor = (): number => useStore(({ times }) => times)

/** Has the section that shows them come into view, where it is, or as soon as it is. */
export const askFor = (): void => useStore.setState(({ times }) => ({ times: times + 1 }))
