/** The unit of a size: one choice, at the end of its field. */

import type { ReactNode } from 'react'
import type { Family } from '../../contract/account.ts'
import { contractsOf, type SizeUnit, UNITS_BY_FAMILY } from '../../contract/size-presets.ts'
import { moneyUnit } from '../format/index.ts'
import { Menu } from '../ui/index.ts'
import styles from './sizes.module.css'

interface UnitChoiceProps {
  readonly family: Family
  readonly by: SizeUnit
  /** The offered units; defaults to all of the family's. */
  readonly units?: readonly SizeUnit[]
  readonly onChange: (by: SizeUnit) => void
}

export const UnitChoice = ({ family, by, units = UNITS_BY_FAMILY[family], onChange }: UnitChoiceProps): ReactNode => (
  <Menu
    bare
    label={`Size in ${unitText(family, by)}${SHORT[by] === null ? '' : `, ${SHORT[by]}`}`}
    entries={units.map((unit) => ({
      id: unit,
      label: unitText(family, unit),
      note: NOTES[family][unit],
      selected: unit === by,
      onAction: () => onChange(unit),
    }))}
  >
    <span className={styles.unit}>
      <span className={styles.long}>{unitText(family, by)}</span>
      <span className={styles.short}>{SHORT[by] ?? moneyUnit(family)}</span>
      <span className={styles.mark} aria-hidden="true">
        ▾
      </span>
    </span>
  </Menu>
)

/** As shown in the field. */
export function unitText(family: Family, by: SizeUnit): string {
  switch (by) {
    case 'contracts':
      return contractsOf(family)
    case 'money':
      return moneyUnit(family)
    case 'percent':
      return '% of max'
    case 'risk':
      return `${moneyUnit(family)} risk`
  }
}

/** In a narrow field; null where the currency's own name is used. */
const SHORT: { readonly [U in SizeUnit]: string | null } = { contracts: 'ct', money: null, percent: '%', risk: 'risk' }

/** Explanations of units whose name is not enough. */
const NOTES: { readonly [F in Family]: { readonly [U in SizeUnit]?: string } } = {
  scalar: {
    money: 'contract value',
    percent: 'of the max order',
    risk: 'loss at the stop, with fees',
  },
  binary: {
    money: 'max cost of the contracts',
    percent: 'of available balance',
    risk: 'loss at the stop, before fees',
  },
  outcome: {
    money: 'at the worst price',
    percent: 'of the max buy or sell',
    risk: 'loss at the stop, before fees',
  },
}
