/** What the trader's own trading earned, as the service tells it. */
import type { ReactNode } from 'react'
import { useRewards } from '../../queries/index.ts'
import { Button, Facts, Figure } from '../../ui/index.ts'
import styles from './account.module.css'
import { Section } from './parts.tsx'
import { ToldRead } from './told-read.tsx'

export function RewardsSection(): ReactNode {
  const read = useRewards()
  return (
    <Section title="Rewards">
      <ToldRead read={read} what="Rewards">
        {({ volume, rateBps, earned }) => (
          <>
            <Facts>
              <dt>Volume</dt>
              <dd>
                <Figure value={volume} />
              </dd>
              <dt>Rate</dt>
              <dd>
                <Figure value={rateBps} unit={rateBps === null ? undefined : 'bps'} />
              </dd>
              <dt>Earned</dt>
              <dd>
                <Figure value={earned} />
              </dd>
            </Facts>
            <div className={styles.buttons}>
              <Button size="small" variant="bare" onClick={() => void read.refetch()}>
                Refresh rewards
              </Button>
            </div>
          </>
        )}
      </ToldRead>
    </Section>
  )
}
