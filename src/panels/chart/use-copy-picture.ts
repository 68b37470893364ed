/** Puts a picture of the chart on the clipboard, and says what came of it. */
import { useEffect, useState } from 'react'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { momentText } from '../../format/index.ts'
import { useMarketData } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import type { ChartView } from './chart-view.ts'
import { MESSAGES } from './messages.ts'
import { pictureOf } from './picture.ts'

/** How long it is said. */
const SAID_MS = 4000

/** What is to be seen on it; its view is null before there is a chart. */
interface Shown {
  readonly view: Pick<ChartView, 'picture'> | null
  readonly title: string
  /** What is in view. */
  readonly detail: readonly string[]
  readonly price: string
}

/** `copied`: what became of the last one, null when there is nothing to be said. */
export function useCopyPicture(shown: () => Shown): readonly [copy: () => void, copied: string | null] {
  const call = useCall()
  const { clock, store } = useMarketData()
  const profile = useSession()?.profile
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => (copied === null ? undefined : clock.after(SAID_MS, () => setCopied(null))), [clock, copied])

  async function copy(): Promise<void> {
    const { view, title, detail, price } = shown()
    if (view === null) return
    const now = clock.now() + (store.read({ kind: 'connection' })?.clockOffsetMs ?? 0)
    const deployment = profile === undefined ? [] : [`${profile.name} (${profile.network})`]
    try {
      const caption = { title, price, detail: [...deployment, ...detail, momentText(now)] }
      await call('copyPicture', { png: await pictureOf(view.picture(), caption) })
      setCopied(MESSAGES.pictureCopied)
    } catch (error) {
      setCopied(MESSAGES.pictureNotCopied(wordsOf(error)))
    }
  }
  return [() => void copy(), copied]
}
