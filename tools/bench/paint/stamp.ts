/** A book carries its send time in the size of its best bid, as tenths of a millisecond modulo this range. */
export const STAMP_RANGE = 100_000_000
