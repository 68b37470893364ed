/** Gives records out as a file: one at a time, and what kept it from being written. `span` names the period in the file's name. */
import { useState } from 'react'
import type { ExportedPast, PastQuery } from '../../contract/past.ts'
import { wordsOf } from '../bridge/index.ts'

export interface GivingOut {
  readonly isUnderWay: boolean
  /** Why the last file was not written, in words. */
  readonly failure: string | null
  readonly begin: () => void
}

export function useExport(
  write: (query: PastQuery, span: string) => Promise<ExportedPast>,
  query: PastQuery,
  span: string,
): GivingOut {
  const [isUnderWay, setUnderWay] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  return {
    isUnderWay,
    failure,
    begin() {
      if (isUnderWay) return
      setUnderWay(true)
      setFailure(null)
      write(query, span)
        .then(
          () => undefined,
          (error: unknown) => setFailure(wordsOf(error)),
        )
        .finally(() => setUnderWay(false))
        .catch(() => undefined)
    },
  }
}
