import { type CatalogModel, typeLabels } from './catalog-model.ts'

/** Filters of the catalog; empty ones match every model. */
export interface CatalogFilter {
  /** Words in the ID, name or description. */
  readonly q: string
  readonly type: string
  readonly input: string
  readonly context: string
  readonly price: string
  readonly provider: string
  readonly license: string
  readonly size: string
  readonly state: string
}

interface FilterChoice {
  readonly value: string
  readonly label: string
}

const names = ['q', 'type', 'input', 'context', 'price', 'provider', 'license', 'size', 'state'] as const

export const noFilter: CatalogFilter = {
  q: '',
  type: '',
  input: '',
  context: '',
  price: '',
  provider: '',
  license: '',
  size: '',
  state: '',
}

/** The filters in the URL. */
export function readCatalogFilter(search: Pick<URLSearchParams, 'get'>): CatalogFilter {
  return { ...noFilter, ...Object.fromEntries(names.map(name => [name, search.get(name) ?? ''])) }
}

/** `?type=chat&size=1e9`, or an empty text without filters. */
export function writeCatalogFilter(filter: CatalogFilter): string {
  const given = names.flatMap(name => (filter[name] === '' ? [] : [[name, filter[name]]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Models that match every filter. A model without a property matches no filter on it. */
export function filterCatalog(
  models: readonly CatalogModel[],
  filter: CatalogFilter,
): readonly CatalogModel[] {
  const words = filter.q.toLowerCase().split(/\s+/)
  return models.filter(model => {
    const text = `${model.id} ${model.title ?? ''} ${model.description}`.toLowerCase()
    return (
      words.every(word => text.includes(word)) &&
      (filter.type === '' || model.type === filter.type) &&
      (filter.input === '' || model.input.includes(filter.input)) &&
      (filter.context === '' || (model.contextTokens ?? 0) >= Number(filter.context)) &&
      (filter.price === '' || isPricedWithin(model, Number(filter.price))) &&
      (filter.provider === '' || model.providers.includes(filter.provider)) &&
      (filter.license === '' || model.license?.name === filter.license) &&
      (filter.size === '' || isSizedWithin(model, Number(filter.size))) &&
      (filter.state === '' || model.state === filter.state)
    )
  })
}

function isPricedWithin({ price }: CatalogModel, usdPerMillion: number): boolean {
  return price !== null && Math.max(price.input, price.output) <= usdPerMillion
}

function isSizedWithin({ downloadBytes }: CatalogModel, bytes: number): boolean {
  return downloadBytes !== null && downloadBytes <= bytes
}

/** Types of these models with their counts, after all. */
export function listTypeChoices(
  models: readonly CatalogModel[],
): readonly (FilterChoice & { count: number })[] {
  const all = { value: '', label: 'All', count: models.length }
  const counted = Object.entries(typeLabels).map(([value, label]) => ({
    value,
    label,
    count: models.filter(({ type }) => type === value).length,
  }))
  return [all, ...counted.filter(({ count }) => count > 0)]
}

/** The choices of each select: those that at least one of these models has. */
export function listFilterChoices(models: readonly CatalogModel[]): readonly {
  readonly name: 'input' | 'context' | 'price' | 'provider' | 'license' | 'size'
  readonly label: string
  readonly choices: readonly FilterChoice[]
}[] {
  return [
    {
      name: 'input',
      label: 'Input',
      choices: toChoices(
        'Any input',
        models.flatMap(({ input }) => input),
      ),
    },
    { name: 'context', label: 'Context', choices: contextChoices },
    { name: 'price', label: 'Price', choices: priceChoices },
    {
      name: 'provider',
      label: 'Provider',
      choices: toChoices(
        'Any provider',
        models.flatMap(({ providers }) => providers),
      ),
    },
    {
      name: 'license',
      label: 'License',
      choices: toChoices(
        'Any license',
        models.flatMap(({ license }) => license?.name ?? []),
      ),
    },
    { name: 'size', label: 'Download size', choices: sizeChoices },
  ]
}

const contextChoices = [
  { value: '', label: 'Any context' },
  { value: '8000', label: '8K or more' },
  { value: '32000', label: '32K or more' },
  { value: '128000', label: '128K or more' },
  { value: '1000000', label: '1M or more' },
]
const priceChoices = [
  { value: '', label: 'Any price' },
  { value: '0', label: 'Free' },
  { value: '1', label: 'Up to $1 per 1M' },
  { value: '5', label: 'Up to $5 per 1M' },
  { value: '20', label: 'Up to $20 per 1M' },
]
const sizeChoices = [
  { value: '', label: 'Any size' },
  { value: '100000000', label: 'Up to 100 MB' },
  { value: '1000000000', label: 'Up to 1 GB' },
  { value: '5000000000', label: 'Up to 5 GB' },
]

function toChoices(any: string, values: readonly string[]): readonly FilterChoice[] {
  const found = [...new Set(values)].toSorted((a, b) => a.localeCompare(b, 'en'))
  return [{ value: '', label: any }, ...found.map(value => ({ value, label: labels[value] ?? value }))]
}

const labels: Readonly<Record<string, string>> = {
  text: 'Text',
  image: 'Image',
  audio: 'Audio',
  local: 'Embedded',
}
