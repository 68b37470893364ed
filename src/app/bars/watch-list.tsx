/**
 * The watch list in the status bar of every window: how many of the terminal's automated items are watched, and behind it the list with the reasons
 * for those that are not.
 */
import { type ReactNode, useState } from 'react'
import { shortAddress } from '../../../contract/address.ts'
import type { WatchItem, WatchListView } from '../../../contract/watch-list.ts'
import { timeText } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'
import { Button, classNames, Dialog, Tooltip } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './status-bar.module.css'

const WATCH_LIST = MESSAGES.watchList
const NONE: WatchListView = []

/** Whether the trader was notified that it is not watched. */
const isMissed = ({ isReported, watch }: WatchItem): boolean => isReported && watch.at === 'not_watched'

export function WatchList(): ReactNode {
  const items = useTopic({ kind: 'watch_list' }) ?? NONE
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0 && !isOpen) return null
  const missed = items.filter(isMissed).length
  return (
    <div className={styles.watchList}>
      <Tooltip text={WATCH_LIST.explanation}>
        <button type="button" className={styles.identity} onClick={() => setOpen(true)}>
          <span className={classNames(missed > 0 && styles.bad)}>{WATCH_LIST.count(items.length, missed)}</span>
        </button>
      </Tooltip>
      {isOpen && (
        <Dialog
          title={WATCH_LIST.title}
          isWide
          onClose={() => setOpen(false)}
          onSubmit={() => setOpen(false)}
          actions={<Button type="submit">{WATCH_LIST.close}</Button>}
        >
          <Items items={items} />
        </Dialog>
      )}
    </div>
  )
}

/** Unwatched items come first. */
function Items({ items }: { readonly items: WatchListView }): ReactNode {
  const own = useSession()?.identity?.wallet ?? null
  const rank = ({ watch }: WatchItem): number => (watch.at === 'not_watched' ? 0 : watch.at === 'closed_market' ? 1 : 2)
  const sorted = items.toSorted((a, b) => rank(a) - rank(b))
  return (
    <table className={styles.watchTable} aria-label={WATCH_LIST.title}>
      <thead>
        <tr>
          {WATCH_LIST.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((item) => (
          <tr key={item.id}>
            <td>{item.label}</td>
            <td className={classNames(item.account !== null && item.account !== own && styles.warn)}>
              {item.account === null ? WATCH_LIST.anyWallet : shortAddress(item.account)}
            </td>
            <td>
              <State item={item} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function State({ item: { watch, since } }: { readonly item: WatchItem }): ReactNode {
  if (watch.at === 'watched') return WATCH_LIST.watched
  if (watch.at === 'closed_market')
    return (
      <>
        {WATCH_LIST.closed}. {watch.reason}
      </>
    )
  return (
    <>
      <span className={styles.bad}>
        {WATCH_LIST.notWatched}
        {since !== null && ` ${WATCH_LIST.since(timeText(since))}`}
      </span>
      . {watch.reason}
    </>
  )
}
