/** What could be lost from now on at worst, by market, above the limits. */
import type { ReactNode } from 'react'
import { type Money, toPlaces } from '../../../contract/decimal.ts'
import type { WorstCaseView } from '../../../contract/worst-case.ts'
import { grouped } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useAssets } from '../../queries/index.ts'
import styles from './limits.module.css'
import { MESSAGES } from './messages.ts'

/** So many markets are named, those that could lose most. */
const NAMED = 5

const cents = (loss: Money): string => grouped(toPlaces(loss, 2, 'up'))

/** The markets in words, the largest first: `NYCTMP1 114.10, NYCBIN1 20.00 and 2 more`. */
export function partText(parts: NonNullable<WorstCaseView['now']>['parts'], nameOf: (asset: string) => string): string {
  const named = parts
    .slice(0, NAMED)
    .map(({ asset, loss }) => `${asset.split(' ').map(nameOf).join(' and ')} ${cents(loss)}`)
  const more = parts.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

export function WorstCaseNow(): ReactNode {
  const view = useTopic({ kind: 'worst_case' })
  const assets = useAssets()
  if (view === undefined) return null
  const { now, why } = view
  return (
    <section className={styles.worst} aria-label={MESSAGES.worstCase}>
      <span className={styles.label}>{MESSAGES.worstCase}</span>
      <span className={styles.figure}>{now === null ? '—' : `${cents(now.loss)} USDC`}</span>
      <p className={styles.intro}>
        {why ?? (now === null || now.parts.length === 0 ? MESSAGES.nothingHeld : partText(now.parts, assets.asset))}
      </p>
      <p className={styles.intro}>{MESSAGES.worstCaseIs}</p>
    </section>
  )
}
