/** The side that an order was pressed for with, of tickets that have a button for each: Enter leads there, and to nothing else. */
import { useCallback } from 'react'
import { create } from 'zustand'
import type { Side } from '../../contract/market.ts'
import { usePanel } from './panel.tsx'

interface WantedSides {
  /** By panel; a ticket that no order was pressed for has none. */
  readonly sides: Readonly<Record<string, Side>>
}

const useWantedSides = create<WantedSides>()(() => ({ sides: {} }))

/** @param side null: none any more */
export const wantSide = (ticket: string, side: Side | null): void =>
  useWantedSides.setState(({ sides: { [ticket]: _before, ...others } }) => ({
    sides: side === null ? others : { ...others, [ticket]: side },
  }))

export const wantedSideOf = (ticket: string): Side => sideIn(useWantedSides.getState(), ticket)

/** Null where none was pressed for. */
export const useAskedSideOf = (ticket: string): Side | null => useWantedSides((wanted) => wanted.sides[ticket] ?? null)

export const useWantedSideOf = (ticket: string): Side => useWantedSides((wanted) => sideIn(wanted, ticket))

const sideIn = ({ sides }: WantedSides, ticket: string): Side => sides[ticket] ?? 'buy'

/** Of the ticket around: the side that Enter leads to, of the order that was pressed for last; Buy where none was. */
export function useWantedSide(): {
  readonly side: Side
  /** The side of that order alone; null where none was pressed for. */
  readonly asked: Side | null
  readonly forget: () => void
} {
  const { id } = usePanel()
  return { side: useWantedSideOf(id), asked: useAskedSideOf(id), forget: useCallback(() => wantSide(id, null), [id]) }
}
