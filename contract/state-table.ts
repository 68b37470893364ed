/** State tables of multi-step work: the only transitions, checked at each write of a record (`electron/multi-step/records.ts`). */

/** From each state, the states that may follow; none after a final one. */
export type StateTable<State extends string> = Readonly<Record<State, readonly State[]>>

/** Whether a record may go from one state to another; changes within a state are always allowed. */
export const mayFollow = <State extends string>(table: StateTable<State>, from: State, to: State): boolean =>
  from === to || table[from].includes(to)

export const isFinalIn = <State extends string>(table: StateTable<State>, state: State): boolean =>
  table[state].length === 0
