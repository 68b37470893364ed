/** What this terminal did, read by its changes: a row that says nothing new stays the same object. */
import { useState } from 'react'
import type { ActivityChanges, ActivityRow } from '../../contract/activity.ts'
import { useCall } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useScope } from './hooks.ts'
import { useChanges } from './use-changes.ts'

type Known = Pick<ActivityChanges, 'account' | 'rows'>

/** The list after an answer. Pure. */
export function withActivity(
  known: readonly ActivityRow[],
  { whole, rows, keys }: Pick<ActivityChanges, 'whole' | 'rows' | 'keys'>,
): readonly ActivityRow[] {
  const byId = new Map([...(whole ? [] : known), ...rows].map((row) => [row.id, row]))
  return (keys ?? (whole ? rows : known).map(({ id }) => id)).flatMap((id) => byId.get(id) ?? [])
}

/** Newest event first; undefined before it was read, and while what was read is another wallet's. */
export function useActivity(): readonly ActivityRow[] | undefined {
  const call = useCall()
  const { address } = useScope()
  const [known, setKnown] = useState<Known>()
  useChanges(
    useTopic({ kind: 'activity' }),
    (since) => call('readActivity', { since }),
    (answer) => setKnown((before) => ({ account: answer.account, rows: withActivity(before?.rows ?? [], answer) })),
  )
  // The session and the list come one after the other: none of one wallet's stands beside another one's name, not for a frame.
  const isOwn = address == null || known?.account === address
  return isOwn ? known?.rows : undefined
}
