/** What a table of records is asked by: the panel's period and family, and what was sorted and filtered in it; and the file of the same. */
import { useMemo, useState } from 'react'
import type { Family } from '../../contract/account.ts'
import type { AskedPeriod } from '../../contract/books-view.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { FAMILIES } from '../../contract/market-ref.ts'
import { type ExportedPast, PAST_SORTS, type PastKind, type PastQuery } from '../../contract/past.ts'
import type { ChosenPeriod } from '../books/index.ts'
import { wordsOf } from '../bridge/index.ts'
import { usePastExport } from '../queries/index.ts'
import type { TableState } from '../ui/index.ts'
import { usePanelOption, useTableState } from '../workspace/index.ts'

/** Gives records out as a file: one at a time, and what kept it from being written. `span` names the period in the file's name. */
interface GivingOut {
  readonly isUnderWay: boolean
  /** Why the last file was not written, in words. */
  readonly failure: string | null
  readonly begin: () => void
}

export type FamilyChoice = Family | 'every'
export const FAMILY_OPTIONS: readonly { readonly value: FamilyChoice; readonly label: string }[] = [
  { value: 'every', label: 'All families' },
  ...FAMILIES.map((value) => ({ value, label: FAMILY_RULES[value].name })),
]

export type QueryOf<K extends PastKind> = Extract<PastQuery, { readonly kind: K }>

export interface PastTable<K extends PastKind> {
  readonly period: ChosenPeriod
  readonly family: FamilyChoice
  readonly chooseFamily: (choice: FamilyChoice) => void
  readonly query: QueryOf<K>
  readonly table: ReturnType<typeof useTableState>
  readonly giveOut: GivingOut
}

const familyFrom = (kept: unknown): FamilyChoice => FAMILY_OPTIONS.find(({ value }) => value === kept)?.value ?? 'every'

/** @param name of the table among those of the panel. */
export function usePastTable<K extends PastKind>(kind: K, period: ChosenPeriod, name: string = kind): PastTable<K> {
  const [family, chooseFamily] = usePanelOption('family', familyFrom)
  const table = useTableState(name)
  const { sort, filter } = table.state
  const query = useMemo(
    () => queryOf(kind, { period: period.asked, family: family === 'every' ? null : family, filter, sort }),
    [kind, period.asked, family, filter, sort],
  )
  const giveOut = useExport(usePastExport(), query, period.inFileName)
  return { period, family, chooseFamily, query, table, giveOut }
}

const NEWEST = { column: 'time', direction: 'descending' } as const

/** Unsorted, the newest stand first. */
function queryOf<K extends PastKind>(
  kind: K,
  { sort, ...asked }: { period: AskedPeriod; family: Family | null; filter: string; sort: TableState['sort'] },
): QueryOf<K> {
  const columns: readonly string[] = PAST_SORTS[kind]
  // What was kept may name a column that rows are not put in order by.
  const order = sort !== null && columns.includes(sort.column) ? sort : NEWEST
  return {
    kind,
    asset: null,
    ...asked,
    sort: order,
    ...(kind === 'fills' ? { oid: null } : {}),
  } as unknown as QueryOf<K>
}

function useExport(
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
