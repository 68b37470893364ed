/** What is new in the version that runs: told once after it was installed, until it is put away. */
import type { ReactNode } from 'react'
import { useTopic } from '../market-data/index.ts'
import { Banner, Button } from '../ui/index.ts'
import styles from './updates.module.css'

/** @param putAway has main remember that it was read. */
export function WhatsNew({ putAway }: { putAway: () => void }): ReactNode {
  const news = useTopic({ kind: 'update' })?.whatsNew ?? null
  if (news === null) return null
  return (
    <section className={styles.news} aria-label="What is new">
      <Banner
        title={`What is new in Isotherm ${news.version}`}
        action={
          <Button variant="bare" size="small" aria-label="Dismiss what is new" onClick={putAway}>
            Dismiss
          </Button>
        }
      >
        <p className={styles.notes}>{news.notes}</p>
      </Banner>
    </section>
  )
}
