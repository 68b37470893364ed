/** Which probability an alert watches. */
import type { ReactNode } from 'react'
import { useTopic } from '../../market-data/index.ts'
import { marketName } from '../../queries/index.ts'
import styles from './alerts.module.css'

/** The binary assets and the sides of the outcome markets that still trade; of a binary asset it is the price of UP. */
export function Watched({ asset, onChange }: { asset: string; onChange: (asset: string) => void }): ReactNode {
  const binaries = useTopic({ kind: 'binary' })?.markets ?? []
  const outcomes = useTopic({ kind: 'outcomes' })?.markets.filter((one) => !one.expired && !one.settling) ?? []
  const known =
    asset === '' ||
    binaries.some((one) => one.asset === asset) ||
    outcomes.some(({ sides }) => sides.some(({ coin }) => coin === asset))
  return (
    <label className={styles.field}>
      <span>Of</span>
      <select
        className={`${styles.select} ${styles.watched}`}
        value={asset}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="" disabled>
          Choose a side
        </option>
        {!known && <option value={asset}>{asset}</option>}
        {binaries.length > 0 && (
          <optgroup label="Binary">
            {binaries.map((one) => (
              <option key={one.asset} value={one.asset}>
                {one.asset}, UP
              </option>
            ))}
          </optgroup>
        )}
        {outcomes.length > 0 && (
          <optgroup label="Outcomes">
            {outcomes.flatMap((market) =>
              market.sides.map(({ coin, name }) => (
                <option key={coin} value={coin}>
                  {name}, {marketName(market)}
                </option>
              )),
            )}
          </optgroup>
        )}
      </select>
    </label>
  )
}
