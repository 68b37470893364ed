/** A scale or slices as they are typed: kept for each panel and market while the window is open. */
import { create } from 'zustand'
import type { Side } from '../../contract/market.ts'
import type { ScaleSkew } from '../../contract/scale.ts'
import type { SizeUnit } from '../../contract/size-presets.ts'

export type AlgoKind = 'scale' | 'slices'

/** All fields just as typed. */
export interface AlgoDraft {
  readonly side: Side
  /** Of both. */
  readonly total: string
  /** What the total is typed in. */
  readonly totalBy: SizeUnit
  readonly reduceOnly: boolean
  /** Of a scale. */
  readonly from: string
  readonly to: string
  readonly count: string
  readonly skew: ScaleSkew
  readonly ratio: string
  readonly tif: 'GTC' | 'ALO'
  /** Of slices. */
  readonly slices: string
  readonly every: string
  readonly worst: string
  readonly how: 'cross' | 'passive'
  readonly requotes: string
}

export const NO_ALGO: AlgoDraft = {
  side: 'buy',
  total: '',
  totalBy: 'contracts',
  reduceOnly: false,
  from: '',
  to: '',
  count: '5',
  skew: 'even',
  ratio: '3',
  tif: 'GTC',
  slices: '5',
  every: '60',
  worst: '',
  how: 'cross',
  requotes: '3',
}

const useDrafts = create<{ readonly drafts: Readonly<Record<string, AlgoDraft>> }>()(() => ({ drafts: {} }))

/** What is typed in a panel for one market, and what changes it: a price belongs to its market. */
export function useAlgoDraft(panel: string, asset: string): [AlgoDraft, (change: Partial<AlgoDraft>) => void] {
  const key = `${panel} ${asset}`
  const draft = useDrafts(({ drafts }) => drafts[key]) ?? NO_ALGO
  const change = (next: Partial<AlgoDraft>): void =>
    useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...(drafts[key] ?? NO_ALGO), ...next } } }))
  return [draft, change]
}

/** A total was sent: it is not typed any more. What was typed in its place meanwhile stays. */
export function forgetTotal(panel: string, asset: string, sent: Pick<AlgoDraft, 'total' | 'totalBy'>): void {
  const key = `${panel} ${asset}`
  const draft = useDrafts.getState().drafts[key]
  if (draft === undefined || draft.total !== sent.total || draft.totalBy !== sent.totalBy) return
  useDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: { ...draft, total: '' } } }))
}
