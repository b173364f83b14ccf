const count = new Intl.NumberFormat('en')
const speed = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const dash = '–'

/** `212 ms`, `1.9 s`; a dash when unknown. */
export function formatMs(ms: number | null): string {
  if (ms === null) return dash
  if (ms < 999.5) return `${Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(1)} s`
}

/** `1,024`; a dash when unknown. */
export function formatCount(value: number | null): string {
  return value === null ? dash : count.format(value)
}

/** `1 page`, `1,024 pages`; `plural` for a noun without a plural in -s. */
export function formatCountOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`
}

/** `21.4 tok/s`; a dash when unknown. */
export function formatSpeed(tokensPerSecond: number | null): string {
  return tokensPerSecond === null ? `${dash} tok/s` : `${speed.format(tokensPerSecond)} tok/s`
}

/** `$0.00021`, at most three digits of a fraction of a dollar; with ≈ when estimated; a dash when unknown. */
export function formatCost(usd: number | null, estimated: boolean): string {
  if (usd === null) return dash
  const digits = usd === 0 || usd >= 1 ? 2 : Math.min(20, 2 - Math.floor(Math.log10(usd)))
  return `${estimated ? '≈ ' : ''}$${usd.toFixed(digits).replace(/(\.\d{2,}?)0+$/, '$1')}`
}

/** The cost of requests, as `formatCost`; `Free` where they cost nothing. */
export function formatCharge(usd: number | null, estimated: boolean): string {
  return usd === 0 ? 'Free' : formatCost(usd, estimated)
}

/** `812 B`, `14 kB`, `2.2 MB`, `1.12 GB`: decimal units, as in the CLI and the model catalog. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/** `0.4%`, `37%`; small shares never round to 0. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1%'
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`
}

/** `0.912`, `3.41` for unbounded scores; `< 0.001` instead of a misleading 0; a dash without a score. */
export function formatScore(score: number | null | undefined, scoreMax = 1): string {
  if (score === null || score === undefined) return '–'
  const digits = scoreMax > 1 ? 2 : 3
  const least = 10 ** -digits
  if (score > 0 && score < least / 2) return `< ${least.toFixed(digits)}`
  return score.toFixed(digits)
}

/** `about 40 s left`, `about 3 min left`; null when unknown. */
export function formatRemaining(ms: number | null): string | null {
  if (ms === null) return null
  const seconds = Math.ceil(ms / 1000)
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`
}

/** `just now`, `4 min ago`, `3 h ago`, `5 days ago`. */
export function formatAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ago` : `${formatCountOf(Math.floor(hours / 24), 'day')} ago`
}
