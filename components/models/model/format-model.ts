import { formatCost } from '#lib/client/format.ts'
import type { CatalogModel } from './catalog-model.ts'

/** `4K`, `400K`, `1M`; a dash when unknown. */
export function formatContext(tokens: number | null): string {
  if (tokens === null) return '–'
  if (tokens < 1000) return String(tokens)
  const unit = tokens % 1000 !== 0 && tokens % 1024 === 0 ? 1024 : 1000
  const thousands = Math.round(tokens / unit)
  return thousands < 1000 ? `${thousands}K` : `${Number((thousands / unit).toFixed(1))}M`
}

/** `$0.25 / $2.00` for input and output, `$0.02` without output, `Free`; a dash when unknown. */
export function formatPrice(price: CatalogModel['price']): string {
  if (price === null) return '–'
  if (price.input === 0 && price.output === 0) return 'Free'
  const input = formatCost(price.input, false)
  return price.output === 0 ? input : `${input} / ${formatCost(price.output, false)}`
}
