/** A book for those who do not see it. */
import { type ReactNode, useMemo } from 'react'
import type { Topic } from '../../contract/topics.ts'
import { useCalmTopic, useMarketData } from '../market-data/index.ts'
import type { PriceView } from '../markets/family/index.ts'
import { bookTable, bookText } from './book-text.ts'
import { CALM_MS, ReadOut } from './read-out.tsx'

interface BookReadOutProps {
  /** The market's name. */
  readonly title: string
  readonly topic: Extract<Topic, { kind: 'book' }> | null
  readonly view: PriceView
}

export function BookReadOut({ title, topic, view }: BookReadOutProps): ReactNode {
  const { store } = useMarketData()
  const book = useCalmTopic(topic, CALM_MS)
  const table = useMemo(() => bookTable(title, book, view), [title, book, view])
  return (
    <ReadOut
      act="say-book"
      name="the order book"
      table={table}
      words={() => bookText(title, topic === null ? undefined : store.read(topic), view)}
    />
  )
}
