/** How long a candle is: side by side in the head, and in a menu where the head has no room for that and the market's name. */
import type { ReactNode } from 'react'
import { RESOLUTIONS, type Resolution } from '../../../contract/market.ts'
import { Menu, Segmented, usePanelOffers } from '../../ui/index.ts'
import { RESOLUTION_WORDS } from './chart-texts.ts'
import styles from './length-choice.module.css'
import { MESSAGES } from './messages.ts'

const LENGTHS = RESOLUTIONS.map((resolution) => ({
  value: String(resolution),
  label: RESOLUTION_WORDS[resolution].label,
}))

interface LengthChoiceProps {
  readonly resolution: Resolution
  readonly onChoose: (resolution: Resolution) => void
}

export function LengthChoice({ resolution, onChoose }: LengthChoiceProps): ReactNode {
  const entries = RESOLUTIONS.map((one) => ({
    id: String(one),
    label: RESOLUTION_WORDS[one].name,
    selected: one === resolution,
    onAction: () => onChoose(one),
  }))
  usePanelOffers(
    'length',
    entries.map(({ onAction, ...entry }) => ({ ...entry, choose: onAction })),
  )
  const { label } = RESOLUTION_WORDS[resolution]
  return (
    <>
      <span className={styles.row}>
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
      <span className={styles.menu}>
        <Menu label={`${MESSAGES.candleLength}: ${label}`} entries={entries}>
          {label} <span aria-hidden="true">▾</span>
        </Menu>
      </span>
    </>
  )
}
