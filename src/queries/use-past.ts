/** Historical records, read in pages: rows while scrolling, totals of all matches, and their export to files; and actions found by id. */

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useMemo, useReducer, useRef, useState } from 'react'
import type { FoundAction } from '../../contract/action.ts'
import type { ExportedPast, PastKind, PastQuery, PastRowOf, PastTotals, PastView } from '../../contract/past.ts'
import { errorText, type TerminalFailure, useCall } from '../bridge/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { againAfterFailure, type Read, useScope } from './hooks.ts'
import { accountKey } from './keys.ts'

/** Debounce of the query, ms. */
const TYPED = 150

/** A value once it has not changed for this long. */
function useSettled<Value>(value: Value, ms: number): Value {
  const { clock } = useMarketData()
  const [settled, setSettled] = useState(value)
  useEffect(() => clock.after(ms, () => setSettled(() => value)), [clock, value, ms])
  return settled
}

/** Merges pages into rows: the first replaces all, later ones are appended. Pure. */
interface PageState<Row> {
  readonly rows: readonly Row[]
  /** The query that the rows answer. */
  readonly asked: string
  /** A new object each time the rows restart; null before the first page. */
  readonly firstRead: object | null
  /** Cursor of the next page; null if there is none. */
  readonly next: string | null
  readonly isLoading: boolean
  readonly failure: string | null
}

type PageEvent<Row> =
  | { readonly kind: 'asked' }
  | {
      readonly kind: 'page'
      readonly asked: string
      readonly after: string | null
      readonly rows: readonly Row[]
      readonly next: string | null
    }
  | { readonly kind: 'failed'; readonly text: string }

const NO_PAGES: PageState<never> = {
  rows: [],
  asked: '',
  firstRead: null,
  next: null,
  isLoading: false,
  failure: null,
}

type QueryOf<K extends PastKind> = Extract<PastQuery, { readonly kind: K }>

interface PastRead<Row> {
  readonly rows: readonly Row[]
  /** The query that the rows answer. */
  readonly asked: string
  /** Nothing has been read yet. */
  readonly isPending: boolean
  /** A page is being read. */
  readonly isLoading: boolean
  /** Whether pages or totals have been pending long enough to show it. */
  readonly isSlow: { readonly page: boolean; readonly sums: boolean }
  /** Why the last page failed, as text. */
  readonly failure: string | null
  /** Totals of all matches; undefined while unknown. */
  readonly totals: PastTotals | undefined
  /** Rows that arrived since the first page was read. */
  readonly fresh: number
  readonly more: () => void
  readonly again: () => void
}

/** Page sizes: the first page, and later ones. */
const FIRST = 200
const NEXT = 1000
/** Delay before totals are re-read after a change, ms. */
const SUMS_AFTER = 1000

/** Waits longer than this are shown, ms. */
const SLOW = 200

/** How far back the records reach; undefined until main publishes it. */
export const usePastView = (): PastView | undefined => useTopic({ kind: 'past' })

/** Whether a wait has lasted long enough to be shown. */
function useSlow(isWaiting: boolean): boolean {
  const { clock } = useMarketData()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const cancel = clock.after(SLOW, () => setSlow(true))
    return () => {
      cancel()
      setSlow(false)
    }
  }, [clock, isWaiting])
  return isWaiting && isSlow
}

/** The number of matches when the first page was read. */
interface Known {
  readonly first: object | null
  readonly count: number
}

/** @param query must keep its object identity while it is unchanged */
export function usePast<K extends PastKind>(query: QueryOf<K>): PastRead<PastRowOf<K>> {
  const call = useCall()
  const { profile, address } = useScope()
  const filter = useSettled(query.filter, TYPED)
  const settled = useMemo(() => ({ ...query, filter }) as PastQuery, [query, filter])
  const request = JSON.stringify([profile, address, settled])
  const [state, step] = useReducer(pageStep<PastRowOf<K>>, NO_PAGES as PageState<PastRowOf<K>>)
  const underWay = useRef<string | null>(null)
  const turnId = useId()
  const isKnown = profile !== undefined && address != null

  const read = useCallback(
    (after: string | null) => {
      const turn = `${request} ${after}`
      if (!isKnown || underWay.current === turn) return
      underWay.current = turn
      step({ kind: 'asked' })
      call('readPast', { query: settled, after, limit: after === null ? FIRST : NEXT, turn: turnId })
        .then(
          ({ rows, next }) => {
            if (underWay.current === turn)
              step({ kind: 'page', asked: request, after, rows: rows as PastRowOf<K>[], next })
          },
          (error: unknown) => {
            if (underWay.current === turn) step({ kind: 'failed', text: errorText(error) })
          },
        )
        .finally(() => {
          if (underWay.current === turn) underWay.current = null
        })
        .catch(() => undefined)
    },
    [call, request, settled, isKnown, turnId],
  )
  useEffect(() => read(null), [read])

  const { totals, isOld } = useTotals(settled, request, isKnown)
  const count = isOld ? undefined : totals?.count
  // The matches at the time of the first page, to count the rows that arrived since.
  const first = state.asked === request ? state.firstRead : null
  const [known, setKnown] = useState<Known>({ first: null, count: 0 })
  if (first !== null && known.first !== first && count !== undefined) setKnown({ first, count })
  /** When all rows are loaded, every match beyond them is new. */
  const had = first !== null && state.next === null ? state.rows.length : known.first === first ? known.count : null
  const fresh = had === null || count === undefined ? 0 : Math.max(0, count - had)
  const { next } = state
  return {
    rows: state.rows,
    asked: state.asked,
    isPending: state.firstRead === null && state.failure === null,
    isLoading: state.isLoading,
    isSlow: { page: useSlow(state.isLoading || state.asked !== request), sums: useSlow(isOld) },
    failure: state.failure,
    totals,
    fresh,
    more: useCallback(() => {
      if (next !== null && state.asked === request) read(next)
    }, [next, state.asked, request, read]),
    again: useCallback(() => read(null), [read]),
  }
}

interface Totals {
  readonly asked: string
  readonly totals: PastTotals
}

/** Totals of a query, re-read after changes; one request per query is in flight at a time. */
function useTotals(
  query: PastQuery,
  request: string,
  isKnown: boolean,
): { readonly totals: PastTotals | undefined; readonly isOld: boolean } {
  const call = useCall()
  const turnId = useId()
  const version = useSettled(usePastView()?.version, SUMS_AFTER)
  const [known, setKnown] = useState<Totals | null>(null)
  /** The query being totaled, and whether it changed meanwhile. */
  const underWay = useRef<{ readonly asked: string; isOld: boolean } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when there is something new
  useEffect(() => {
    if (!isKnown) return
    if (underWay.current?.asked === request) {
      underWay.current.isOld = true
      return
    }
    const read = (): void => {
      const own = { asked: request, isOld: false }
      underWay.current = own
      const isMine = (): boolean => underWay.current === own
      call('readPastTotals', { query, turn: turnId })
        .then(
          (totals) => {
            if (isMine()) setKnown({ asked: request, totals })
          },
          // A page reports what cannot be read; earlier totals stay.
          () => undefined,
        )
        .finally(() => {
          if (!isMine()) return
          underWay.current = null
          if (own.isOld) read()
        })
        .catch(() => undefined)
    }
    read()
  }, [call, query, request, isKnown, version, turnId])
  return { totals: known?.totals, isOld: known?.asked !== request }
}

/** Exports all matches as CSV to a file that the trader chooses; `span` is the period in the file name. */
export function usePastExport(): (query: PastQuery, span: string) => Promise<ExportedPast> {
  const call = useCall()
  return useCallback((query, span) => call('exportPast', { query, span }), [call])
}

/** Rows stay until others replace them: a failed page removes nothing. */
function pageStep<Row>(state: PageState<Row>, event: PageEvent<Row>): PageState<Row> {
  switch (event.kind) {
    case 'asked':
      return { ...state, isLoading: true, failure: null }
    case 'failed':
      return { ...state, isLoading: false, failure: event.text }
    case 'page': {
      const { asked, after, rows, next } = event
      if (after === null) return { rows, asked, firstRead: {}, next, isLoading: false, failure: null }
      // Of another query, or a duplicate: it is ignored.
      if (asked !== state.asked || after !== state.next) return { ...state, isLoading: false }
      return { ...state, rows: [...state.rows, ...rows], next, isLoading: false, failure: null }
    }
  }
}

// Actions by a typed id: main finds them regardless of their age.

/** Whether a text may be a complete id: one token with a digit in it. */
const mayBeId = (text: string): boolean => /^\S{2,120}$/.test(text) && /\d/.test(text)

/** @param typed typed text; not looked up while it cannot be an id */
export function useFoundActions(typed: string): {
  readonly read: Read<readonly FoundAction[]>
  /** Whether the answer is pending. */
  readonly isLooking: boolean
} {
  const call = useCall()
  const { profile, address } = useScope()
  const id = useSettled(typed, TYPED).trim()
  const read = useQuery<readonly FoundAction[], TerminalFailure>({
    queryKey: accountKey(profile ?? '', address ?? null, 'found-actions', id),
    queryFn: () => call('findActions', { id }),
    enabled: profile !== undefined && mayBeId(id),
    refetchInterval: againAfterFailure,
  })
  return { read, isLooking: mayBeId(typed.trim()) && (id !== typed.trim() || read.isPending) && read.error === null }
}
