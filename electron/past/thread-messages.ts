/** What main and the thread that reads the past say to each other. */
import type { PastPage, PastTotals, RecordsView } from '../../contract/past.ts'
import type { PastOf } from '../storage/index.ts'
import type { PastAsked } from './asked.ts'

export type PastRequest =
  | {
      readonly id: number
      readonly kind: 'page'
      readonly asked: PastAsked
      readonly after: string | null
      readonly limit: number
    }
  | { readonly id: number; readonly kind: 'totals'; readonly asked: PastAsked }
  | { readonly id: number; readonly kind: 'kept'; readonly of: PastOf }
  | { readonly id: number; readonly kind: 'export'; readonly asked: PastAsked; readonly path: string }

export type PastAnswer =
  | { readonly id: number; readonly kind: 'page'; readonly page: PastPage }
  | { readonly id: number; readonly kind: 'totals'; readonly totals: PastTotals }
  | { readonly id: number; readonly kind: 'kept'; readonly kept: RecordsView }
  | { readonly id: number; readonly kind: 'exported'; readonly rows: number }
  /** Of an export, so far. */
  | { readonly id: number; readonly kind: 'written'; readonly rows: number }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly code: string | null }

/** `workerData` of the thread. */
export interface PastThreadData {
  /** Path of the journal's database. */
  readonly path: string
  /** Shared with main: its first number is that of the question that is to be given up. */
  readonly stopped: Int32Array
}
