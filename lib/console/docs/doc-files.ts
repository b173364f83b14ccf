/** A group of pages and their files in the repository, in reading order. */
export interface DocFileGroup {
  readonly title: string
  readonly files: readonly string[]
}

/** The documentation; `doc-files.test.ts` requires every file of `docs/`. */
export const docFileGroups: readonly DocFileGroup[] = [
  { title: 'Get started', files: ['README.md', 'docs/embedded-models.md'] },
  {
    title: 'API',
    files: [
      'README',
      'chat',
      'messages',
      'responses',
      'embeddings',
      'rerank',
      'web',
      'search',
      'documents',
      'library',
      'mcp',
    ].map(name => `docs/api/${name}.md`),
  },
  { title: 'Operations', files: ['docs/configuration.md', 'docs/hosting.md', 'docs/backup.md'] },
  {
    title: 'Architecture',
    files: [
      'ARCHITECTURE.md',
      ...[
        'chat',
        'map',
        'scrape',
        'document',
        'library',
        'ai-search',
        'mcp',
        'web-search-backends',
        'providers',
        'routing',
        'sign-in-and-roles',
        'shares',
        'budgets',
        'rate-limits',
        'request-log',
        'stored-responses',
        'usage',
        'reference',
        'storage',
      ].map(name => `docs/architecture/${name}.md`),
    ],
  },
  { title: 'Project', files: ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'] },
]

/** Path in the console: `/docs/api/chat`; a README is the page of its folder. */
export function toDocPath(file: string): string {
  const name = file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()
    .replace(/(^|\/)readme$/, '')
  return name === '' ? '/docs' : `/docs/${name}`
}
