import { formatCost } from '#lib/client/format.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import { formatDay } from '#components/playground/form/model/shutdown.ts'
import type { CatalogModel } from './catalog-model.ts'

/** `4K`, `400K`, `1M`; a dash when unknown. */
export function formatContext(tokens: number | null): string {
  if (tokens === null) return '–'
  if (tokens < 1000) return String(tokens)
  const unit = tokens % 1000 !== 0 && tokens % 1024 === 0 ? 1024 : 1000
  const thousands = Math.round(tokens / unit)
  return thousands < 1000 ? `${thousands}K` : `${Number((thousands / unit).toFixed(1))}M`
}

/** `$0.25 / $2.00` for input and output, `$0.02` without output, `Free`, or the price of another unit. */
export function formatPrice({ price, pricing }: Pick<CatalogModel, 'price' | 'pricing'>): string {
  if (pricing?.source === 'free') return 'Free'
  if (price === null) return formatOther(pricing)
  if (price.input === 0 && price.output === 0) return 'Free'
  const input = formatCost(price.input, false)
  return price.output === 0 ? input : `${input} / ${formatCost(price.output, false)}`
}

const otherUnits: readonly (readonly [unit: string, per: string])[] = [
  ['audio', 'hour'],
  ['searchUnit', '1,000 searches'],
  ['request', '1,000 requests'],
]

/** A dash when unknown. */
function formatOther(pricing: CatalogModel['pricing']): string {
  for (const [unit, per] of otherUnits) {
    const usd = pricing?.rates?.[unit]
    if (usd !== undefined) return `${formatCost(usd, false)} / ${per}`
  }
  return pricing?.source === 'reported' ? 'Reported' : '–'
}

/** The source of a price in one phrase; null: not known. */
export function formatPriceSource(pricing: CatalogModel['pricing']): string | null {
  if (pricing === null) return null
  switch (pricing.source) {
    case 'free':
      return 'Your own server, or set to free by an admin'
    case 'reported':
      return 'Reported by the provider with each response'
    case 'operator':
      return 'Set by an admin'
    case 'catalog':
      return `Price catalog${pricing.date === undefined ? '' : ` of ${formatDay(pricing.date)}`}`
    case 'unpriced':
      return 'No price: its cost is not counted'
  }
}

const dayMs = 86_400_000
const oldDays = 45
const veryOldDays = 90

/** Advice to update the price catalog, prominent after 90 days; null: it is recent, or no model has its price from it. */
export function advisePriceUpdate(
  models: readonly Pick<Model, 'pricing'>[],
  nowMs: number,
): { readonly text: string; readonly prominent: boolean } | null {
  const dates = models.flatMap(({ pricing }) => (pricing?.source === 'catalog' ? (pricing.date ?? []) : []))
  const made = dates.toSorted().at(-1)
  const days = made === undefined ? NaN : Math.floor((nowMs - Date.parse(made)) / dayMs)
  if (made === undefined || !(days > oldDays)) return null
  const text = `The price catalog is ${days} days old. An operator can update it with \`npm run -s sextant -- prices update\`.`
  return { text, prominent: days > veryOldDays }
}
