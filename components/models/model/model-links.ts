import type { Route } from 'next'
import { capabilities } from '#lib/contracts/api/capabilities.ts'
import type { CatalogModel } from './catalog-model.ts'

const catalogPath = '/models'

/** `/models/local/qwen3-1.7b`: the slashes of an ID stay. */
export function toModelPath(id: string): string {
  return `${catalogPath}/${id.split('/').map(encodeURIComponent).join('/')}`
}

/** The ID in the path of a model; null on the page of the catalog. */
export function readModelPath(path: string): string | null {
  if (!path.startsWith(`${catalogPath}/`)) return null
  const id = path.slice(catalogPath.length + 1)
  try {
    return decodeURIComponent(id)
  } catch (error) {
    if (error instanceof URIError) return id
    throw error
  }
}

/** Where a model is tried: its playground with the model selected, or the page that uses it by default. */
export function toPlayground({ id, type }: Pick<CatalogModel, 'id' | 'type'>): {
  label: string
  href: Route
} {
  if (type === 'web') return { label: capabilities.search.label, href: capabilities.search.path }
  if (type === 'speech') return { label: capabilities.documents.label, href: capabilities.documents.path }
  const { label, path } = capabilities[type ?? 'chat']
  return { label, href: `${path}?${new URLSearchParams({ models: id })}` as Route }
}

/** The model beside another one. */
export function toComparison(
  { id, type }: Pick<CatalogModel, 'id' | 'type'>,
  other: string | null,
): Route | null {
  if (other === null || (type !== 'chat' && type !== 'rerank' && type !== 'embeddings')) return null
  return `${capabilities[type].path}?${new URLSearchParams({ models: `${id},${other}` })}` as Route
}
