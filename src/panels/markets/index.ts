/** The panel "Markets": every market of every family in one table, with what it trades at; a choice goes to the link group. */
export { MARKETS_KEYS, MarketsPanel } from './markets-panel.tsx'
