import { type BuiltInId, knownSearchBackends } from '#lib/known-search-backends.ts'

const others: Readonly<Record<BuiltInId | 'calculator' | 'library' | 'link', string>> = {
  mediawiki: 'Wikipedia',
  arxiv: 'arXiv',
  pubmed: 'PubMed',
  calculator: 'Calculator',
  library: 'your library',
  link: 'a link in the question',
}

const names: ReadonlyMap<string, string> = new Map([
  ...knownSearchBackends.map(({ id, label }) => [id, label] as const),
  ...Object.entries(others),
])

/** Display name of a backend. */
export function backendName(id: string): string {
  return names.get(id) ?? id
}
