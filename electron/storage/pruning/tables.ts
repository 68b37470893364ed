/**
 * Tables of what is left of fills and orders that are no longer kept one by one: their sums by everything that the past is asked by, their
 * ids, and the opening balances that the books go on from. Triggers see to it that nothing ever works the days before that out anew.
 */

/** Sums stand for a quarter of an hour: the shortest stretch by which any zone's days differ from those of UTC. */
export const SUM_MS = 900_000

/** What sums of a figure are made of: whole numbers of 10^-9 in two parts that cannot run over, and exact text of what those do not hold. */
const sumOf = (name: string): string =>
  `${name}_whole INTEGER NOT NULL, ${name}_rest INTEGER NOT NULL, ${name}_text TEXT NOT NULL`

/** Whether a day, or a trade that ended, is of before the cut. */
const isBefore = (moment: string): string =>
  `EXISTS (SELECT 1 FROM prunings WHERE profile = OLD.profile AND account = OLD.account AND cut > ${moment})`
const dueAtCut = `
    UPDATE books_due SET since = (SELECT cut FROM prunings WHERE profile = NEW.profile AND account = NEW.account)
      WHERE profile = NEW.profile AND account = NEW.account;`
const isDueBefore =
  'EXISTS (SELECT 1 FROM prunings WHERE profile = NEW.profile AND account = NEW.account AND cut > NEW.since)'

/** The step of the schema that makes them. */
export const PRUNE_TABLES = `
  -- From when on a wallet's fills and orders are kept one by one: the start of a UTC day, and how far what is before it was looked at.
  CREATE TABLE prunings (
    profile TEXT NOT NULL, account TEXT NOT NULL, cut INTEGER NOT NULL,
    -- the last row of figures that was looked at, by time and number; fills first, then orders
    fills_time INTEGER NOT NULL, fills_id INTEGER NOT NULL, orders_time INTEGER NOT NULL, orders_id INTEGER NOT NULL,
    -- 'fills', 'orders', or 'done'
    stage TEXT NOT NULL,
    PRIMARY KEY (profile, account)
  ) STRICT, WITHOUT ROWID;
  -- What the books stood at at the cut, a row for each market, as JSON: they go on from here.
  CREATE TABLE opening_balances (
    profile TEXT NOT NULL, account TEXT NOT NULL, asset TEXT NOT NULL, cut INTEGER NOT NULL, place INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (profile, account, asset)
  ) STRICT, WITHOUT ROWID;
  -- Ids of what is in the sums: what is read again is known by them. Wallets by number, as in the tables of figures.
  CREATE TABLE pruned_fills (
    wallet INTEGER NOT NULL, tid TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (wallet, tid, time)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE pruned_orders (
    wallet INTEGER NOT NULL, oid TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (wallet, oid, time)
  ) STRICT, WITHOUT ROWID;
  -- Their sums; -1 and empty text stand for what is not known. Time is the start of ${SUM_MS / 60_000} minutes.
  CREATE TABLE pruned_fill_sums (
    wallet INTEGER NOT NULL, time INTEGER NOT NULL, asset INTEGER NOT NULL, family INTEGER NOT NULL,
    is_buy INTEGER NOT NULL, is_maker INTEGER NOT NULL,
    count INTEGER NOT NULL, fee_unknown INTEGER NOT NULL, realised_unknown INTEGER NOT NULL,
    ${sumOf('fee')}, ${sumOf('realised')}, ${sumOf('size')},
    PRIMARY KEY (wallet, time, asset, family, is_buy, is_maker)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE pruned_order_sums (
    wallet INTEGER NOT NULL, time INTEGER NOT NULL, asset INTEGER NOT NULL, family INTEGER NOT NULL,
    is_buy INTEGER NOT NULL, status TEXT NOT NULL, tif TEXT NOT NULL, count INTEGER NOT NULL, ${sumOf('filled')},
    PRIMARY KEY (wallet, time, asset, family, is_buy, status, tif)
  ) STRICT, WITHOUT ROWID;
  -- Entries of the books that are not booked at their time: of before the cut, come after it, they are booked at the cut; and fills that tell
  -- of a settlement which stands in the opening balance are not booked at all.
  CREATE TABLE out_of_turn (
    profile TEXT NOT NULL, account TEXT NOT NULL,
    -- 0 a conversion, 1 a fill, 2 a computed settlement
    kind INTEGER NOT NULL, id TEXT NOT NULL, time INTEGER NOT NULL, is_booked INTEGER NOT NULL,
    PRIMARY KEY (profile, account, kind, id, time)
  ) STRICT, WITHOUT ROWID;
  -- What is worked out of the time before the cut cannot be worked out again.
  CREATE TRIGGER pruned_days_stay BEFORE DELETE ON book_days WHEN ${isBefore('OLD.day')} BEGIN SELECT RAISE(IGNORE); END;
  CREATE TRIGGER pruned_trades_stay BEFORE DELETE ON trades WHEN ${isBefore('OLD.closed_at')} BEGIN
    SELECT RAISE(IGNORE);
  END;
  CREATE TRIGGER books_due_after_cut AFTER INSERT ON books_due WHEN ${isDueBefore} BEGIN${dueAtCut}
  END;
  CREATE TRIGGER books_due_still_after_cut AFTER UPDATE ON books_due WHEN ${isDueBefore} BEGIN${dueAtCut}
  END;
`
