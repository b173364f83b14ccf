/** What of a table goes into a team's export. */
export interface ExportedTable {
  readonly name: string
  /** Columns of its primary key beside the team. */
  readonly key: readonly [string, ...string[]]
  /** Columns that stay here: secrets, what secrets are recognised by, and what only a database reads. */
  readonly withheld?: readonly string[]
  /** How many rows are in memory at once; fewer where one may be large. */
  readonly rowsAtOnce?: number
}

/** In the order of the export. A table that is not named here does not leave; names are the database's. */
export const exportedTables: readonly ExportedTable[] = [
  { name: 'settings', key: ['team_id'] },
  { name: 'memberships', key: ['user_id'] },
  { name: 'invitations', key: ['id'], withheld: ['hash'] },
  { name: 'keys', key: ['id'], withheld: ['hash'] },
  { name: 'audit', key: ['id'] },
  { name: 'requests', key: ['id'] },
  { name: 'request_bodies', key: ['request_id'], rowsAtOnce: 10 },
  { name: 'providers', key: ['id'], withheld: ['sealed_key'] },
  { name: 'named_models', key: ['id'] },
  { name: 'model_settings', key: ['model_id'] },
  { name: 'model_defaults', key: ['job'] },
  { name: 'budgets', key: ['id'] },
  { name: 'shares', key: ['id'], withheld: ['hash'] },
  { name: 'usage_series', key: ['id'] },
  { name: 'usage_sums', key: ['series_id', 'start'] },
  { name: 'library_items', key: ['id'], withheld: ['folded_title', 'claimed_by', 'claimed_until'] },
  { name: 'library_texts', key: ['item_id', 'version', 'place'], rowsAtOnce: 20 },
]

/** Tables of teams that are no part of an export, each with the reason. */
export const unexportedTables: Readonly<Record<string, string>> = {
  setup_links: 'a way in, good for an hour',
  encryption_checks: 'of this machine',
  page_cache: 'copies of public pages, a day old at most',
  library_chunks: 'made from library_texts',
  library_vectors: 'made from library_texts',
}
