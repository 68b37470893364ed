/** The menus in the head of a chart: its time range, and its appearance. */
import type { ReactNode } from 'react'
import { RESOLUTIONS, type Resolution } from '../../../contract/market.ts'
import { useCommandKey } from '../../commands/index.ts'
import type { Axis, PriceView } from '../../markets/axis/index.ts'
import { type ChartedLine, type MarketChart, RANGE_IDS, type RangeId } from '../../markets/chart/index.ts'
import { Menu, type PanelOffer, Segmented, usePanelOffers } from '../../ui/index.ts'
import styles from './chart.module.css'
import { RESOLUTION_LABELS } from './chart-texts.ts'
import { MESSAGES } from './messages.ts'
import type { useChartChoices } from './use-chart.ts'

const LENGTHS = RESOLUTIONS.map((resolution) => ({
  value: String(resolution),
  label: RESOLUTION_LABELS[resolution].label,
}))

interface LengthChoiceProps {
  readonly resolution: Resolution
  readonly onChoose: (resolution: Resolution) => void
}

/** The candle length: buttons in the head, or a menu where the head has no space for them and the market's name. */
export function LengthChoice({ resolution, onChoose }: LengthChoiceProps): ReactNode {
  const entries = RESOLUTIONS.map((one) => ({
    id: String(one),
    label: RESOLUTION_LABELS[one].name,
    selected: one === resolution,
    onAction: () => onChoose(one),
  }))
  usePanelOffers('length', entries.map(offerOf))
  const { label } = RESOLUTION_LABELS[resolution]
  return (
    <>
      <span className={styles.lengths}>
        <Segmented
          label={MESSAGES.candleLength}
          look="plain"
          options={LENGTHS}
          value={String(resolution)}
          onChange={(value) => {
            const chosen = RESOLUTIONS.find((one) => String(one) === value)
            if (chosen !== undefined) onChoose(chosen)
          }}
        />
      </span>
      <span className={styles.lengthMenu}>
        <Menu label={`${MESSAGES.candleLength}: ${label}`} entries={entries}>
          {label} <span aria-hidden="true">▾</span>
        </Menu>
      </span>
    </>
  )
}

interface Entry {
  readonly id: string
  readonly label: string
  readonly selected: boolean
  readonly onAction: () => void
}

const RANGE_TEXTS: Readonly<Record<Exclude<RangeId, 'life'>, string>> = {
  '15m': '15 min',
  '1h': '1 h',
  '2h': '2 h',
  '6h': '6 h',
  '1d': '1 d',
  '7d': '7 d',
  all: 'All',
}

/** `Bucket`, `1 h`: the name of a range of a market. */
export const rangeName = (range: RangeId, life: MarketChart['life']): string =>
  range === 'life' ? (life?.name ?? 'Last hour') : RANGE_TEXTS[range]

/** A menu entry as an offer to commands. */
const offerOf = ({ onAction, id, label, selected }: Entry): PanelOffer => ({ id, label, selected, choose: onAction })

interface RangeMenuProps {
  readonly range: RangeId
  readonly life: MarketChart['life']
  readonly onChoose: (range: RangeId) => void
}

export function RangeMenu({ range, life, onChoose }: RangeMenuProps): ReactNode {
  const span = life === null ? null : life.to - life.from
  // A bucket of two hours needs no separate entry "2 h".
  const ranges = RANGE_IDS.filter((id) => (id === 'life' ? life !== null : id !== '2h' || span !== 7_200_000)).map(
    (id) => ({ id, label: rangeName(id, life), selected: id === range, onAction: () => onChoose(id) }),
  )
  usePanelOffers('range', ranges.map(offerOf))
  return (
    <Menu label={MESSAGES.range(rangeName(range, life))} entries={ranges}>
      {rangeName(range, life)} <span aria-hidden="true">▾</span>
    </Menu>
  )
}

interface LinesMenuProps {
  readonly choices: ReturnType<typeof useChartChoices>
  /** Whether it is drawn from candles, which can be a line too. */
  readonly isOfCandles: boolean
  readonly others: readonly ChartedLine[]
  /** Whether the marks of a station are drawn. */
  readonly hasStation: boolean
}

export function LinesMenu({ choices, isOfCandles, others, hasStation }: LinesMenuProps): ReactNode {
  const [style, chooseStyle] = choices.style
  const [leftOut, chooseLeftOut] = choices.leftOut
  const drawn = [
    { id: 'last', label: MESSAGES.lastTrade, choice: choices.lastLine },
    { id: 'mid', label: MESSAGES.mid, choice: choices.midLine },
    ...(hasStation ? (['readings', 'forecast'] as const) : []).map((id) => ({
      id,
      label: MESSAGES[id],
      choice: choices[id],
    })),
  ]
  const styleChoices = isOfCandles ? (['candles', 'line'] as const) : []
  return (
    <Menu
      label={MESSAGES.linesMenu}
      entries={[
        ...drawn.map(({ id, label, choice: [isShown, show] }) => ({
          id,
          label,
          section: MESSAGES.linesMenu,
          selected: isShown,
          onAction: () => show(!isShown),
        })),
        ...styleChoices.map((one) => ({
          id: one,
          label: one === 'candles' ? 'Candles' : 'Line',
          section: 'Type',
          selected: one === style,
          onAction: () => chooseStyle(one),
        })),
        ...others.map(({ asset, name }) => {
          const isShown = !leftOut.includes(asset)
          return {
            id: asset,
            label: name,
            section: 'Other outcomes',
            selected: isShown,
            onAction: () => chooseLeftOut(isShown ? [...leftOut, asset] : leftOut.filter((one) => one !== asset)),
          }
        }),
      ]}
    >
      {MESSAGES.linesMenu} <span aria-hidden="true">▾</span>
    </Menu>
  )
}

interface MoreMenuProps {
  readonly axis: Axis
  readonly view: PriceView
  readonly chooseUnit: (unit: string) => void
  readonly chooseSide: (side: string) => void
  readonly table: readonly [shown: boolean, choose: (shown: boolean) => void]
  readonly onPicture: () => void
}

export function MoreMenu({ axis, view, chooseUnit, chooseSide, table, onPicture }: MoreMenuProps): ReactNode {
  const [isTable, chooseTable] = table
  const pictureKey = useCommandKey('chart/picture')
  const sides = axis.sides.length > 1 ? axis.sides : []
  const units = axis.units.map(({ id, label }) => ({
    id,
    label,
    selected: id === view.unit,
    onAction: () => chooseUnit(id),
  }))
  usePanelOffers('unit', units.map(offerOf))
  const beside = {
    id: 'table',
    label: MESSAGES.table,
    selected: isTable,
    onAction: () => chooseTable(!isTable),
  }
  usePanelOffers('chart-table', [offerOf(beside)])
  return (
    <Menu
      label={MESSAGES.more}
      entries={[
        ...units.map((unit) => ({ ...unit, id: `unit ${unit.id}`, section: 'Prices in' })),
        ...sides.map(({ id, label }) => ({
          id: `side ${id}`,
          label,
          section: 'View side',
          selected: id === view.side,
          onAction: () => chooseSide(id),
        })),
        { ...beside, section: 'Figures' },
        {
          id: 'picture',
          label: MESSAGES.copyPicture,
          section: 'Figures',
          ...(pictureKey === undefined ? {} : { key: pictureKey }),
          onAction: onPicture,
        },
      ]}
    >
      <span aria-hidden="true">⋯</span>
    </Menu>
  )
}
