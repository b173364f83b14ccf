import { toCsvLine } from '#lib/client/csv-cell.ts'
import { formatCost, formatMs } from '#lib/client/format.ts'
import { toCapability } from '#lib/contracts/api/capabilities.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'
import { withoutSecrets } from '#lib/without-secrets.ts'

const columns: Readonly<Record<string, (row: LoggedRequest) => string | number | null>> = {
  time: row => new Date(row.started_at).toISOString(),
  request: row => row.id,
  capability: row => toCapability(row) ?? row.route,
  model: row => row.model,
  answered_by: row => row.answered_by,
  provider: row => row.provider,
  key: row => row.key_name ?? row.key_id,
  member: row => row.member,
  status: row => row.status,
  code: row => row.error_code,
  first_ms: row => row.first_ms,
  total_ms: row => row.total_ms,
  prompt_tokens: row => row.prompt_tokens,
  completion_tokens: row => row.completion_tokens,
  usage_estimated: row => String(row.usage_estimated),
  cost_usd: row => (isUnpriced(row) ? null : row.cost_usd),
  attempts: row => row.attempts,
  api_format: row => row.api_format,
  upstream_api_format: row => row.upstream_api_format,
  cache_read_tokens: row => row.cache_read_tokens,
  cache_write_tokens: row => row.cache_write_tokens,
  cache_broken: row => String(row.cache_broken),
  cost_source: row => row.cost_source,
  price_ref: row => row.price_ref,
  deployment: row => row.deployment,
  cut_at_tokens: row => row.cut_at_tokens,
}

/** Rows as RFC 4180 CSV with a header. */
export function toRequestsCsv(rows: readonly LoggedRequest[]): string {
  const lines = withoutSecrets(rows).value.map(row => Object.values(columns).map(read => read(row)))
  return [Object.keys(columns), ...lines].map(toCsvLine).join('')
}

const shown: Readonly<Record<string, (row: LoggedRequest) => string>> = {
  Time: row => new Date(row.started_at).toISOString(),
  Request: row => row.id,
  Capability: row => toCapability(row) ?? row.route,
  Model: row => row.answered_by ?? row.model ?? '–',
  Status: row => (row.error_code === null ? String(row.status) : `${row.status} ${row.error_code}`),
  TTFT: row => formatMs(row.first_ms),
  Total: row => formatMs(row.total_ms),
  Tokens: row => `${row.prompt_tokens} → ${row.completion_tokens}`,
  Cost: row => (isUnpriced(row) ? 'no price' : formatCost(row.cost_usd, row.usage_estimated)),
  Attempts: row => String(row.attempts),
}

/** Its cost is unknown, not zero. */
function isUnpriced({ cost_source: source, cost_usd: usd }: LoggedRequest): boolean {
  return source === 'unpriced' && usd === 0
}

/** Rows as a GitHub-flavored Markdown table. */
export function toRequestsMarkdown(rows: readonly LoggedRequest[]): string {
  const names = Object.keys(shown)
  const lines = withoutSecrets(rows).value.map(row => Object.values(shown).map(read => toCell(read(row))))
  return [names, names.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |\n`).join('')
}

function toCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')
}
