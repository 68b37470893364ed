/** What this terminal did, read by its changes: a row that says nothing new stays the same object. */
import { useState } from 'react'
import type { ActivityChanges, ActivityRow } from '../../contract/activity.ts'
import { useCall } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useChanges } from './use-changes.ts'

/** The list after an answer. Pure. */
export function withActivity(
  known: readonly ActivityRow[],
  { whole, rows, keys }: Omit<ActivityChanges, 'version'>,
): readonly ActivityRow[] {
  const byId = new Map([...(whole ? [] : known), ...rows].map((row) => [row.id, row]))
  return (keys ?? (whole ? rows : known).map(({ id }) => id)).flatMap((id) => byId.get(id) ?? [])
}

/** Newest event first; undefined before it was read. */
export function useActivity(): readonly ActivityRow[] | undefined {
  const call = useCall()
  const [known, setKnown] = useState<readonly ActivityRow[]>()
  useChanges(
    useTopic({ kind: 'activity' }),
    (since) => call('readActivity', { since }),
    (answer) => setKnown((before) => withActivity(before ?? [], answer)),
  )
  return known
}
