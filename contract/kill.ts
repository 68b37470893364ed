/** The kill of a deployment: from then on nothing that adds exposure is sent there, over restarts, until the trader lifts it by hand. */
import type { FlattenReport, StopReport } from './flatten.ts'
import type { Millis } from './time.ts'

/** How a deployment stands, as each of its windows shows it. */
export interface KillView {
  /** The name of the deployment, which is typed to lift the kill. */
  readonly profile: string
  readonly isKilled: boolean
  /** When, by the terminal's clock; null while it is not killed, and where what was kept of it cannot be read. */
  readonly at: Millis | null
  /** What is wrong with what is on disk of it, in words; null where nothing is. */
  readonly trouble: string | null
}

/** What becomes of positions. */
export type KillPositions = 'leave' | 'flatten'

/** What a kill did besides holding back what adds exposure. */
export interface KillReport {
  /** What was stopped before it left, and what had left already; null where nothing could be canceled. */
  readonly cancelled: (StopReport & { readonly actionIds: readonly string[] }) | null
  /** Where positions were to be closed. */
  readonly flattened: FlattenReport | null
  /** Why orders or positions may be left, in words; the kill holds all the same. */
  readonly failure: string | null
}

/** Why nothing that adds exposure goes out, and what to do. */
export function killedText({ profile, trouble }: Pick<KillView, 'profile' | 'trouble'>): string {
  const why = trouble === null ? '' : ` ${trouble}`
  return `${profile} is killed: only cancels, closes and reduce-only orders go out until you lift it by its name.${why}`
}
