/** What the window of settings says where it finds nothing. */
export const MESSAGES = {
  nothing: (query: string) => `Nothing here is called “${query}”.`,
} as const
