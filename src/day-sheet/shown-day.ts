/** Which day's sheet the window shows. */
import { create } from 'zustand'

export const useShownDay = create<{ readonly time: number | null }>(() => ({ time: null }))

/** Opens the sheet of the UTC day of a moment, the service's time. */
export const openDaySheet = (time: number): void => useShownDay.setState({ time })
export const closeDaySheet = (): void => useShownDay.setState({ time: null })
