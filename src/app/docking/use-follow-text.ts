/** Keeps the arrangement of a window in proportion to its text: strips at once, columns when another text size is chosen. */
import type { DockviewApi } from 'dockview-react'
import { useEffect, useRef } from 'react'
import { useSettings } from '../../queries/index.ts'
import { useTextScale } from '../../ui/index.ts'
import { followText } from './docking.ts'

/** What the docking shows. */
export interface Shown {
  readonly api: DockviewApi
  /** The text size that it was arranged for just now, %; null where it is as it was kept. */
  readonly arrangedFor: number | null
}

/** The text size in force, %. */
export const shownTextSize = (): number => Number(document.documentElement.dataset.textSize ?? 100)

export function useFollowText(shown: Shown | null): void {
  // Not known in the first moments; a kept arrangement is for the size that is known then.
  const textSize = useSettings()?.textSize
  const scale = useTextScale()
  const followed = useRef<number | null>(null)
  useEffect(() => {
    if (shown === null || textSize === undefined) return
    const before = followed.current ?? shown.arrangedFor
    followed.current = textSize
    if (before !== null && before !== textSize) followText(shown.api, textSize / before)
  }, [shown, textSize])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is what strips follow
  useEffect(() => {
    if (shown !== null) followText(shown.api, 1)
  }, [shown, scale])
}
