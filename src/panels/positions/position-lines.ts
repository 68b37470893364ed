/** The rows of the positions: those that are open, then those that ended and were not put away. Pure. */
import type { Position } from '../../../contract/account.ts'
import { lesser, type Price, type Size } from '../../../contract/decimal.ts'
import type { Ending } from '../../../contract/ending.ts'
import type { CloseDistance } from '../../../contract/protection.ts'
import type { AssetSpec, Assets } from '../../queries/index.ts'
import { presetDistance } from '../../trade-forms/index.ts'
import type { PanelChoices } from '../../workspace/index.ts'

export interface OpenLine {
  readonly kind: 'open'
  readonly id: string
  readonly position: Position
  readonly spec: AssetSpec
  /** How others changed it, signed; null where nobody did. */
  readonly foreign: Size | null
  /** Of its money, where the head of the table does not say it. */
  readonly unit: string | undefined
  /** How far from the price Close, stop and target may trade. */
  readonly distance: CloseDistance
}

export interface EndedLine {
  readonly kind: 'ended'
  readonly id: string
  readonly ending: Ending
  readonly spec: AssetSpec
}

export type PositionLine = OpenLine | EndedLine

/** How far from the price closes may trade, by how the position is priced. */
export interface ClosingDistances {
  readonly scalar: CloseDistance
  /** Of binary contracts and shares. */
  readonly probability: CloseDistance
}

/** What is chosen in the panel, in the units of the markets. */
export const closingDistances = (choices: PanelChoices): ClosingDistances => ({
  scalar: reach(presetDistance(choices.closeDistance, 'scalar'), presetDistance(choices.closeBound, 'scalar')),
  probability: reach(presetDistance(choices.closeCentsFirst, 'binary'), presetDistance(choices.closeCents, 'binary')),
})

/** A first distance beyond the bound begins at the bound. */
const reach = (first: Price, bound: Price): CloseDistance => ({ distance: lesser(first, bound), bound })

interface Sources {
  readonly positions: readonly Position[]
  readonly ended: readonly Ending[]
  readonly assets: Assets
  readonly foreign: Readonly<Record<string, Size>> | undefined
  readonly distances: ClosingDistances
}

/** What a position is paid in. */
const unitOf = ({ family }: Pick<Position, 'family'>): string => (family === 'outcome' ? 'USDH' : 'USDC')

/** The unit of all of them, which the head then names; null where they differ and each row says its own. */
export function oneUnit(positions: readonly Position[]): string | null {
  const units = new Set(positions.map(unitOf))
  return units.size === 1 ? ([...units][0] ?? null) : null
}

export function positionLines(sources: Sources): readonly PositionLine[] {
  const { positions, ended, assets, foreign, distances } = sources
  const unit = oneUnit(positions)
  return [
    ...positions.map((position): OpenLine => {
      const { family, asset } = position
      return {
        kind: 'open',
        id: `${family}/${asset}`,
        position,
        spec: assets.of(asset),
        foreign: foreign?.[asset] ?? null,
        unit: unit === null ? unitOf(position) : undefined,
        distance: family === 'scalar' ? distances.scalar : distances.probability,
      }
    }),
    ...ended.map(
      (ending): EndedLine => ({ kind: 'ended', id: `ended/${ending.id}`, ending, spec: assets.of(ending.asset) }),
    ),
  ]
}
