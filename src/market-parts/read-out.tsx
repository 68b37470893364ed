/**
 * A panel's data for screen readers: a table that changes slowly enough to be read, and a button that announces the data. Visually hidden; the button
 * appears when it has the focus.
 */
import { memo, type ReactNode, useMemo, useState } from 'react'
import type { Topic } from '../../contract/topics.ts'
import { useCommandHint } from '../commands/index.ts'
import { useCalmTopic, useMarketData } from '../market-data/index.ts'
import type { PriceView } from '../markets/family/index.ts'
import { usePanelVisible } from '../ui/index.ts'
import { usePanelAction } from '../workspace/index.ts'
import { bookTable, bookText } from './copy-book.ts'
import styles from './read-out.module.css'

/** Minimum time between two states of the table, ms. */
export const CALM_MS = 5000

interface ReadOutTable {
  /** Its subject and its time. */
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface ReadOutProps {
  /** The panel action that announces it by command. */
  readonly act: 'say-book' | 'say-trades'
  /** Its name, as in `Announce the order book`. */
  readonly name: string
  readonly table: ReadOutTable
  /** The text to announce. */
  readonly text: () => string
}

/** The commands equivalent to the button. */
const COMMANDS = { 'say-book': 'say/book', 'say-trades': 'say/trades' } as const

export function ReadOut({ act, name, table, text: textOf }: ReadOutProps): ReactNode {
  const [message, setSaid] = useState({ text: '', times: 0 })
  const say = (): void => setSaid(({ times }) => ({ text: textOf(), times: times + 1 }))
  usePanelAction(act, usePanelVisible(), say)
  const hint = useCommandHint(COMMANDS[act])
  return (
    <>
      <div className="visually-hidden">
        <ReadOutTable table={table} />
      </div>
      <button type="button" className={styles.announce} aria-keyshortcuts={hint?.['aria-keyshortcuts']} onClick={say}>
        Announce {name}
      </button>
      <p role="status" className="visually-hidden">
        {/* As a new element the same text is announced again. */}
        <span key={message.times}>{message.text}</span>
      </p>
    </>
  )
}

const ReadOutTable = memo(function ReadOutTable({ table }: { table: ReadOutTable }): ReactNode {
  return (
    <table>
      <caption>{table.caption}</caption>
      <thead>
        <tr>
          {table.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the table
          <tr key={row}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the row
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
})

interface BookReadOutProps {
  /** The market's name. */
  readonly title: string
  readonly topic: Extract<Topic, { kind: 'book' }> | null
  readonly view: PriceView
}

/** A book for screen readers. */
export function BookReadOut({ title, topic, view }: BookReadOutProps): ReactNode {
  const { store } = useMarketData()
  const book = useCalmTopic(topic, CALM_MS)
  const table = useMemo(() => bookTable(title, book, view), [title, book, view])
  return (
    <ReadOut
      act="say-book"
      name="the order book"
      table={table}
      text={() => bookText(title, topic === null ? undefined : store.read(topic), view)}
    />
  )
}
