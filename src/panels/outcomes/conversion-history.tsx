/** What the trader converted, newest first, as the service tells it. */
import { type ReactNode, useMemo } from 'react'
import type { Conversion } from '../../../contract/outcome.ts'
import { atPlaces, momentText } from '../../format/index.ts'
import { CONVERSION_NAMES } from '../../markets/outcome/index.ts'
import { type Assets, ReadStates, useAssets, useConversions, useSession } from '../../queries/index.ts'
import { Banner, Clip, Figure, Table, type TableSpec } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import styles from './outcomes.module.css'

export function ConversionHistory(): ReactNode {
  const feature = useSession()?.features.outcomeConversion
  const read = useConversions(feature?.on === true)
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
        {(list) => <Conversions list={list} />}
      </ReadStates>
    </div>
  )
}

function aboutOf({ outcomeId, questionId }: Conversion, assets: Assets): string {
  if (outcomeId !== null) return assets.outcome(outcomeId)
  return questionId === null ? '—' : assets.question(questionId)
}

interface ConversionLine {
  readonly one: Conversion
  readonly about: string
}

function Conversions({ list }: { readonly list: readonly Conversion[] }): ReactNode {
  const assets = useAssets()
  const table = useTableState('conversions')
  const rows = useMemo(() => list.map((one) => ({ one, about: aboutOf(one, assets) })), [list, assets])
  return <Table label="Conversions" spec={CONVERSIONS} rows={rows} {...table} />
}

const kindText = ({ one }: ConversionLine): string => (one.kind === null ? one.kindText : CONVERSION_NAMES[one.kind])

const CONVERSIONS: TableSpec<ConversionLine> = {
  columns: [
    {
      id: 'time',
      title: 'Time',
      least: 80,
      fit: 'content',
      Cell: ({ row }) => <span className={styles.faint}>{momentText(row.one.time)}</span>,
      text: ({ one }) => momentText(one.time),
      csv: ({ one }) => new Date(one.time).toISOString(),
      sort: { by: 'count', of: ({ one }) => one.time },
    },
    {
      id: 'kind',
      title: 'Conversion',
      least: 80,
      fit: 'content',
      stays: true,
      Cell: ({ row }) => kindText(row),
      text: kindText,
      sort: { by: 'text', of: kindText },
    },
    {
      id: 'market',
      title: 'Market',
      least: 86,
      fit: 'clip',
      share: 0.4,
      stays: true,
      Cell: ({ row: { about } }) => <Clip title={about}>{about}</Clip>,
      text: ({ about }) => about,
      sort: { by: 'text', of: ({ about }) => about },
    },
    {
      id: 'amount',
      title: 'Amount',
      isNumeric: true,
      least: 60,
      fit: 'content',
      stays: true,
      Cell: ({ row }) => <Figure value={row.one.amount} places={2} />,
      text: ({ one }) => atPlaces(one.amount, 2),
      sort: { by: 'decimal', of: ({ one }) => one.amount },
    },
  ],
  idOf: ({ one }) => String(one.id),
  nameOf: kindText,
  givesWay: ['time'],
}
