/** Texts of the settings window without a match. */
export const MESSAGES = {
  nothing: (query: string) => `Nothing here is called “${query}”.`,
} as const
