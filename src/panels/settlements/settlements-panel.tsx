/** The panel "Settlements". */
import type { ReactNode } from 'react'
import { PastPanel } from '../../past/index.ts'
import { SETTLEMENTS_SPEC } from './columns.tsx'

const EMPTY = {
  day: 'Nothing was settled today.',
  week: 'Nothing was settled in these seven days.',
  month: 'Nothing was settled in these thirty days.',
  all: 'Nothing was settled yet. Every position that ends by itself stands here.',
} as const

export const SettlementsPanel = (): ReactNode => (
  <PastPanel
    kind="settlements"
    title="Settlements"
    spec={SETTLEMENTS_SPEC}
    tradedName="Settled"
    realisedName="Result"
    empty={EMPTY}
  />
)
