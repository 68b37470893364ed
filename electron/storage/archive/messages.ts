/** What main and the thread that works on the archive say to each other. */
import type { ArchiveWork } from './work.ts'

export interface ArchiveRequest {
  readonly id: number
  readonly ask: keyof ArchiveWork
  readonly with: readonly unknown[]
}

export type ArchiveAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: string; readonly code: string | null }

/** `workerData` of the thread. */
export interface ArchiveThreadData {
  /** The data folder. */
  readonly directory: string
  /** Of the journal. */
  readonly path: string
}
