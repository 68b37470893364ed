/** The rows of the positions: open ones, then ended ones that have not been dismissed. Pure. */

import type { Family, Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { absolute, type Size, trimZeros } from '../../../contract/decimal.ts'
import type { PositionClose } from '../../../contract/position-close.ts'
import { type CloseDistance, type CloseDistances, closeReach } from '../../../contract/protection.ts'
import type { ShareSets } from '../../../contract/shares.ts'
import { moneyUnit } from '../../format/index.ts'
import { type FillsRead, type HeldSince, heldSince } from '../../positions/index.ts'
import type { AssetSpec, Assets } from '../../queries/index.ts'
import { presetDistance } from '../../trade-forms/index.ts'
import type { PanelChoices } from '../../workspace/index.ts'

export interface OpenLine {
  readonly kind: 'open'
  readonly id: string
  readonly position: Position
  readonly spec: AssetSpec
  /** Signed change by other clients; null if there was none. */
  readonly external: Size | null
  /** Its currency, where the head of the table does not show it. */
  readonly unit: string | undefined
  /** Maximum distance of Close, stop and target from the price. */
  readonly distance: CloseDistance
  /** Exits held by this terminal. */
  readonly held: readonly ConditionalView[]
  readonly since: HeldSince
  /** How many of its shares are in sets; null if none. */
  readonly inSets: Size | null
}

export interface EndedLine {
  readonly kind: 'ended'
  readonly id: string
  readonly ending: PositionClose
  readonly spec: AssetSpec
}

export type PositionLine = OpenLine | EndedLine

/** Unsigned; for ended ones too. */
export const sizeOf = (row: PositionLine): Size =>
  trimZeros(absolute(row.kind === 'open' ? row.position.size : row.ending.size))

/** The panel's chosen distances, in the units of the markets; by default those of the settings for each family. */
export function closingDistances(chosen: Partial<PanelChoices>, set: CloseDistances): CloseDistances {
  const of = (family: Family, first: string | undefined, bound: string | undefined): CloseDistance =>
    closeReach(
      first === undefined ? set[family].distance : presetDistance(first, family),
      bound === undefined ? (set[family].bound ?? set[family].distance) : presetDistance(bound, family),
    )
  return {
    scalar: of('scalar', chosen.closeDistance, chosen.closeBound),
    binary: of('binary', chosen.closeCentsFirst, chosen.closeCents),
    outcome: of('outcome', chosen.closeCentsFirst, chosen.closeCents),
  }
}

interface Sources {
  readonly positions: readonly Position[]
  readonly ended: readonly PositionClose[]
  readonly assets: Assets
  readonly external: Readonly<Record<string, Size>> | undefined
  readonly distances: CloseDistances
  readonly held: readonly ConditionalView[]
  /** Null before they were read. */
  readonly fills: FillsRead | null
  readonly sets: Pick<ShareSets, 'inSets'>
}

/** The currency of a position. */
const unitOf = ({ family }: Pick<Position, 'family'>): string => moneyUnit(family)

/** The common unit, which the head then shows; null where units differ and each row shows its own. */
export function oneUnit(positions: readonly Position[]): string | null {
  const units = new Set(positions.map(unitOf))
  return units.size === 1 ? ([...units][0] ?? null) : null
}

export function positionLines(sources: Sources): readonly PositionLine[] {
  const { positions, ended, assets, external, distances, held, fills, sets } = sources
  const unit = oneUnit(positions)
  return [
    ...positions.map((position): OpenLine => {
      const { family, asset } = position
      return {
        kind: 'open',
        id: `${family}/${asset}`,
        position,
        spec: assets.of(asset),
        external: external !== undefined && Object.hasOwn(external, asset) ? (external[asset] ?? null) : null,
        unit: unit === null ? unitOf(position) : undefined,
        distance: distances[family],
        held,
        since: heldSince(position, fills),
        inSets: sets.inSets.get(asset) ?? null,
      }
    }),
    ...ended.map(
      (ending): EndedLine => ({ kind: 'ended', id: `ended/${ending.id}`, ending, spec: assets.of(ending.asset) }),
    ),
  ]
}
