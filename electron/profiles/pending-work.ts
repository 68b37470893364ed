/** What a deployment holds that only works while it runs. */

export interface PendingWork {
  /** Conditional orders that have not ended. */
  readonly conditionals: number
  /** Alerts that are on. */
  readonly alerts: number
  /** Scales and slices that send, or take something back. */
  readonly algos: number
  /** Actions whose last word is not spoken. */
  readonly actions: number
  /** Flattens that were cut off and wait for the trader. */
  readonly flattens: number
  /** Whether somebody is signed in: what is held for a wallet is watched only then. */
  readonly signedIn: boolean
}

/** `2 conditional orders and 1 alert`; null for nothing. */
export function pendingWorkLabel({ conditionals, alerts, algos, actions, flattens }: PendingWork): string | null {
  const parts = [
    counted(conditionals, 'conditional order'),
    counted(alerts, 'alert'),
    counted(algos, 'scale or slices at work', 'scales or slices at work'),
    counted(actions, 'action under way', 'actions under way'),
    counted(flattens, 'flatten that was cut off', 'flattens that were cut off'),
  ].filter((part) => part !== null)
  const last = parts.pop()
  if (last === undefined) return null
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

const counted = (count: number, one: string, many = `${one}s`): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`
