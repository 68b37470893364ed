/** Records of the past, read in pages: rows as one scrolls, the sums of all that matches, and files of it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { ExportedPast, PastKind, PastQuery, PastRowOf, PastTotals, PastView } from '../../contract/past.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useScope } from './hooks.ts'
import { accountKey } from './keys.ts'
import { NO_PAGES, type PageState, pageStep } from './past-pages.ts'
import { TYPED, useSettled } from './use-settled.ts'

type QueryOf<K extends PastKind> = Extract<PastQuery, { readonly kind: K }>

export interface PastRead<Row> {
  readonly rows: readonly Row[]
  /** Of the question that the rows answer. */
  readonly asked: string
  /** Nothing was read yet. */
  readonly isPending: boolean
  /** A page is on its way. */
  readonly isLoading: boolean
  /** Why the last page did not come, in words. */
  readonly failure: string | null
  /** Sums of all that matches; undefined while they are not known. */
  readonly totals: PastTotals | undefined
  /** Rows that came since the first page was read. */
  readonly fresh: number
  readonly more: () => void
  readonly again: () => void
}

/** Rows of the first page, and of those after it. */
const FIRST = 200
const NEXT = 1000
/** Sums are read anew after a change, ms. */
const SUMS_AFTER = 1000

/** How far back the records reach; undefined until main said it. */
export const usePastView = (): PastView | undefined => useTopic({ kind: 'past' })

/** @param query the same object as long as it asks the same. */
export function usePast<K extends PastKind>(query: QueryOf<K>): PastRead<PastRowOf<K>> {
  const call = useCall()
  const { profile, address } = useScope()
  const filter = useSettled(query.filter, TYPED)
  const settled = useMemo(() => ({ ...query, filter }) as PastQuery, [query, filter])
  const asked = JSON.stringify([profile, address, settled])
  const [state, step] = useReducer(pageStep<PastRowOf<K>>, NO_PAGES as PageState<PastRowOf<K>>)
  const underWay = useRef<string | null>(null)
  const isKnown = profile !== undefined && address != null

  const read = useCallback(
    (after: string | null) => {
      const turn = `${asked} ${after}`
      if (!isKnown || underWay.current === turn) return
      underWay.current = turn
      step({ kind: 'asked' })
      call('readPast', { query: settled, after, limit: after === null ? FIRST : NEXT })
        .then(
          ({ rows, next }) => {
            if (underWay.current === turn) step({ kind: 'page', asked, after, rows: rows as PastRowOf<K>[], next })
          },
          (error: unknown) => {
            if (underWay.current === turn) step({ kind: 'failed', words: wordsOf(error) })
          },
        )
        .finally(() => {
          if (underWay.current === turn) underWay.current = null
        })
        .catch(() => undefined)
    },
    [call, asked, settled, isKnown],
  )
  useEffect(() => read(null), [read])

  const { totals, isOld } = useTotals(settled, profile, address)
  /** What is in sums alone is on no page. */
  const summed = totals?.summed?.count ?? 0
  const count = isOld ? undefined : totals?.count
  // What matched when the first page was read, so that what came since can be told.
  const first = state.asked === asked ? state.firstRead : null
  const [known, setKnown] = useState<{ readonly first: object | null; readonly count: number }>({
    first: null,
    count: 0,
  })
  if (first !== null && known.first !== first && count !== undefined) setKnown({ first, count })
  /** Where all rows are there, what came since is what they lack. */
  const had =
    first !== null && state.next === null ? state.rows.length + summed : known.first === first ? known.count : null
  const fresh = had === null || count === undefined ? 0 : Math.max(0, count - had)
  const { next } = state
  return {
    rows: state.rows,
    asked: state.asked,
    isPending: state.firstRead === null && state.failure === null,
    isLoading: state.isLoading,
    failure: state.failure,
    totals,
    fresh,
    more: useCallback(() => {
      if (next !== null && state.asked === asked) read(next)
    }, [next, state.asked, asked, read]),
    again: useCallback(() => read(null), [read]),
  }
}

function useTotals(
  query: PastQuery,
  profile: string | undefined,
  address: string | null | undefined,
): { readonly totals: PastTotals | undefined; readonly isOld: boolean } {
  const call = useCall()
  const version = useSettled(usePastView()?.version, SUMS_AFTER)
  const { data, isPlaceholderData } = useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, 'past-totals', query, version),
    queryFn: () => call('readPastTotals', { query }),
    enabled: profile !== undefined && address != null,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  return { totals: data, isOld: isPlaceholderData }
}

/** Gives all that matches out as CSV, to a file that the trader chooses; `span` is what its name says of the period. */
export function usePastExport(): (query: PastQuery, span: string) => Promise<ExportedPast> {
  const call = useCall()
  return useCallback((query, span) => call('exportPast', { query, span }), [call])
}
