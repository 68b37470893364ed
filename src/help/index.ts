/** What words of the trade mean: one glossary, shown where they stand and as a list. */
export { Help, helpCommands } from './help.tsx'
