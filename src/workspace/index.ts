/** The workspace: docked panels, top bar, notices, and the state that panels share. */

export * from '../app/docking/docking.ts'
export * from '../app/docking/panel-ids.ts'
export * from './active-asset.ts'
export * from './binary-terms.ts'
export * from './kept-layout.ts'
export * from './open-account.tsx'
export * from './outcome-store.ts'
export * from './panel-choices.ts'
export * from './ticket-mode.ts'
export * from './ticket-store.ts'
export * from './use-live-money.ts'
