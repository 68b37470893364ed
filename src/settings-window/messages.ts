/** Texts of the settings window without a match. */
export const MESSAGES = {
  nothing: (query: string) => `No settings match “${query}”.`,
} as const
