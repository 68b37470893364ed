/**
 * The table of figures beside trades, for paged reads of the log, like those of fills and orders (`figure-tables.ts`): triggers update it in the same
 * write as a trade or its excursion.
 */
import { isRough, numberOf, unitsOf } from './figure-tables.ts'

const COLUMNS = [
  ...['wallet', 'asset', 'time', 'trade', 'family', 'is_long', 'ending', 'opened', 'fills'],
  ...[
    'size',
    'entry',
    'exit',
    'result',
    'fees',
    'realised',
    'adverse',
    'favourable',
    'down',
    'up',
    'fees_unknown',
    'is_rough',
  ],
] as const
const KEYS: readonly string[] = ['wallet', 'trade']
const CHANGES = COLUMNS.filter((name) => !KEYS.includes(name))
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')

/** The asset has its own column. */
const assetOf = (row: string): string =>
  `(SELECT id FROM past_assets WHERE profile = ${row}.profile AND asset = ${row}.asset)`

function valuesOf(row: string): string {
  const at = (name: string): string => `(${row}.body ->> '$.${name}')`
  const of = (name: string): string => `(${row}.excursion ->> '$.${name}')`
  const family = `CASE ${row}.family WHEN 'outcome' THEN 2 WHEN 'binary' THEN 1 ELSE 0 END`
  const values = [
    ...[numberOf(row).wallet, assetOf(row), `${row}.closed_at`, `${row}.id`, family, `${at('side')} = 'long'`],
    ...[at('end'), `CAST(${at('openedAt')} AS INTEGER)`, `CAST(${at('fills')} AS INTEGER)`],
    ...['size', 'entry', 'exit', 'result', 'fees', 'realised'].map((name) => unitsOf(at(name))),
    ...['adverse', 'favourable', 'adverseMoney', 'favourableMoney'].map((name) => unitsOf(of(name))),
    `COALESCE(${at('feesUnknown')} > 0, 0)`,
    ['result', 'fees', 'realised'].map((name) => isRough(at(name))).join(' OR '),
  ]
  return values.join(',\n      ')
}

/** A wallet, an asset and its name, where they are not known yet. */
const knownOf = (row: string): string => `
    INSERT INTO past_wallets (profile, account) VALUES (${row}.profile, ${row}.account) ON CONFLICT DO NOTHING;
    INSERT INTO past_assets (profile, asset, name) VALUES (${row}.profile, ${row}.asset, ${row}.body ->> '$.name')
      ON CONFLICT (profile, asset) DO UPDATE SET name = excluded.name WHERE name IS NULL AND excluded.name IS NOT NULL;`

const keep = `${knownOf('NEW')}
    INSERT INTO trade_figures (${COLUMNS.join(', ')}) VALUES (${valuesOf('NEW')})
      ON CONFLICT (wallet, trade) DO UPDATE SET ${CHANGES};`

/** Its part of the schema. */
export const TRADE_FIGURES = `
  -- Figures of trades that ended, as those of fills; opened is null where it was not known.
  CREATE TABLE trade_figures (
    id INTEGER PRIMARY KEY, wallet INTEGER NOT NULL, asset INTEGER NOT NULL, time INTEGER NOT NULL, trade TEXT NOT NULL,
    family INTEGER NOT NULL, is_long INTEGER, ending TEXT, opened INTEGER, fills INTEGER, size INTEGER, entry INTEGER, exit INTEGER,
    result INTEGER, fees INTEGER, realised INTEGER, adverse INTEGER, favourable INTEGER, down INTEGER, up INTEGER,
    -- whether the service left out the fee of a fill
    fees_unknown INTEGER NOT NULL, is_rough INTEGER NOT NULL,
    UNIQUE (wallet, trade)
  ) STRICT;
  CREATE INDEX trade_figures_by_time ON trade_figures (wallet, time);
  CREATE INDEX trade_figures_by_asset ON trade_figures (wallet, asset, time);
  CREATE TRIGGER trades_kept AFTER INSERT ON trades BEGIN${keep}
  END;
  CREATE TRIGGER trades_changed AFTER UPDATE ON trades BEGIN${keep}
  END;
  CREATE TRIGGER trades_dropped AFTER DELETE ON trades BEGIN
    DELETE FROM trade_figures WHERE wallet = ${numberOf('OLD').wallet} AND trade = OLD.id;
  END;
  -- Those whose figures the whole numbers do not hold: they are summed apart.
  CREATE INDEX fill_figures_rough ON fill_figures (wallet, time) WHERE is_rough = 1;
  CREATE INDEX order_figures_rough ON order_figures (wallet, time) WHERE is_rough = 1;
  CREATE INDEX trade_figures_rough ON trade_figures (wallet, time) WHERE is_rough = 1;
  CREATE INDEX order_figures_by_asset ON order_figures (wallet, asset, time);
`
