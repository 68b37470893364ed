/** The workspace: docked panels, top bar, notices, and the state that panels share. */
export * from './active-asset.ts'
export * from './docking.ts'
export * from './panel-choices.ts'
export * from './panel-ids.ts'
export * from './ticket-mode.ts'
export * from './ticket-store.ts'
export * from './use-live-money.ts'
