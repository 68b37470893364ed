/** Days of the service, which begin at 00:00 UTC whatever zone times are told in. */

/** `2026-11-21`: the UTC day of a moment. */
export const utcDateText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
