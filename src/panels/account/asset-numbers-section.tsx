/** The numbers that this deployment's assets are signed under, with where each is known from; what was learned can be forgotten. */
import type { ReactNode } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import styles from './account.module.css'
import { numberWords } from './account-labels.ts'
import { ForgetButton, Section, Told, useAsked } from './parts.tsx'

/** Nothing where every asset goes by the market list. */
export function AssetNumbersSection(): ReactNode {
  const call = useCall()
  const numbers = useTopic({ kind: 'asset_numbers' }) ?? []
  const { busy, outcome, ask } = useAsked()
  if (numbers.length === 0 && outcome === null) return null
  return (
    <Section title="Asset numbers">
      <p className={styles.detail}>
        What is signed names an asset by its number on the exchange. Where one stands here, nothing else is signed for
        the asset; every other goes by the market list.
      </p>
      <ul className={styles.profiles}>
        {numbers.map((view) => {
          const { asset, number, from } = view
          return (
            <li key={`${asset} ${number}`} className={styles.profile}>
              <span>
                {asset} <span className={styles.figure}>{number}</span>
                <small>{numberWords(view)}</small>
              </span>
              {from !== 'profile' && (
                <span className={styles.buttons}>
                  <ForgetButton
                    label="Forget"
                    about={`number ${number} of ${asset}`}
                    sure={`Yes, forget ${number}`}
                    disabled={busy}
                    onForget={() =>
                      ask(async () => {
                        await call('forgetAssetNumber', { asset, number })
                        return `${number} was forgotten: the next use of ${asset} asks for your word on its number.`
                      })
                    }
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Told outcome={outcome} />
    </Section>
  )
}
