/** Keeps what is drawn by the chart library in the theme's colors. */
import { useEffect, useEffectEvent } from 'react'
import { type ChartColours, onThemeChange, readColours } from './colours.ts'

/** Calls `paint` with the theme's colors when they change, and whenever the panel comes to the front. */
export function useThemeColours(visible: boolean, paint: (colours: ChartColours) => void): void {
  const latest = useEffectEvent(() => paint(readColours()))
  useEffect(() => onThemeChange(() => latest()), [])
  useEffect(() => {
    if (visible) latest()
  }, [visible])
}
