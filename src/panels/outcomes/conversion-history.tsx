/** What the trader converted, newest first, as the service tells it. */
import type { ReactNode } from 'react'
import type { Conversion } from '../../../contract/outcome.ts'
import { momentText } from '../../format/index.ts'
import { CONVERSION_NAMES } from '../../markets/outcome/index.ts'
import { type Assets, ReadStates, useAssets, useConversions, useSession } from '../../queries/index.ts'
import { Banner, Cell, Figure, HeadCell, Table } from '../../ui/index.ts'
import styles from './outcomes.module.css'

export function ConversionHistory(): ReactNode {
  const feature = useSession()?.features.outcomeConversion
  const read = useConversions(feature?.on === true)
  const assets = useAssets()
  if (feature?.on === false) return <Banner tone="warning">{feature.reason}</Banner>
  return (
    <div className={styles.pane}>
      <ReadStates
        read={read}
        what="Conversions"
        skeletonRows={3}
        isEmpty={(list) => list.length === 0}
        empty="Nothing was converted yet."
      >
        {(list) => (
          <Table label="Conversions" head={<Head />}>
            {list.map((one) => (
              <tr key={one.id}>
                <Cell className={styles.faint}>{momentText(one.time)}</Cell>
                <Cell>{one.kind === null ? one.kindText : CONVERSION_NAMES[one.kind]}</Cell>
                <Cell>
                  <span className={styles.clip} title={aboutOf(one, assets)}>
                    {aboutOf(one, assets)}
                  </span>
                </Cell>
                <Cell numeric>
                  <Figure value={one.amount} places={2} />
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </ReadStates>
    </div>
  )
}

function aboutOf({ outcomeId, questionId }: Conversion, assets: Assets): string {
  if (outcomeId !== null) return assets.outcome(outcomeId)
  return questionId === null ? '—' : assets.question(questionId)
}

const Head = (): ReactNode => (
  <>
    <HeadCell>Time</HeadCell>
    <HeadCell>Conversion</HeadCell>
    <HeadCell>Market</HeadCell>
    <HeadCell numeric>Amount</HeadCell>
  </>
)
