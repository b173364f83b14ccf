import type { Page } from '@playwright/test'

export interface MockItem {
  readonly id: string
  readonly title: string
  readonly state: 'queued' | 'indexed' | 'failed'
  readonly [field: string]: unknown
}

export interface LibraryMock {
  /** The items; changes in the page update them. */
  items: readonly MockItem[]
  /** Overrides of the default status. */
  status: object
  /** The requested changes, in order. */
  readonly changes: readonly { readonly action: string; readonly ids: readonly string[] }[]
  /** The next change fails. */
  refuseNext: boolean
}

const pageSize = 100
const defaultIndex = {
  model: 'local/any',
  revision: '1',
  chunks: 10,
  embedded: 10,
  queued: 0,
  failed: 0,
  state: 'ready',
}

/** Any number of items, in every state, pages and documents. */
export function mockItems(count: number): readonly MockItem[] {
  const states = ['indexed', 'queued', 'failed', 'indexed'] as const
  return Array.from({ length: count }, (_, index) => {
    const state = states[index % states.length] ?? 'indexed'
    return {
      id: `lib_${String(index).padStart(24, '0')}`,
      object: 'library.item',
      kind: index % 2 === 0 ? 'page' : 'document',
      title: `Log of day ${index + 1}`,
      collection: 'logs',
      chars: 1000 + index,
      chunks: 4,
      pages: index % 2 === 0 ? 1 : 3,
      state,
      embedded: state === 'indexed' ? 4 : 1,
      created: 1_763_770_000 - index * 86_400,
      ...(index % 2 === 0 && { url: `https://logs.example/${index + 1}` }),
      ...(state === 'failed' && { reason: 'the embedding model refused it' }),
    }
  })
}

/** Fakes the library API in memory, for states that a real one has only briefly. */
export async function mockLibrary(page: Page, items: readonly MockItem[]): Promise<LibraryMock> {
  const changes: { action: string; ids: readonly string[] }[] = []
  const mock: LibraryMock = { items, status: {}, changes, refuseNext: false }
  const pages = [1, 2, 3].map(number => ({
    page: number,
    content: `## Watch ${number}\n\nThe water stood at ${number} metres.`,
  }))
  await page.route('**/api/run/v1/library**', async route => {
    const request = route.request()
    const url = new URL(request.url())
    const path = url.pathname.replace('/api/run/v1/library', '')
    const sent: unknown = request.postDataJSON()
    if (path === '/status') return route.fulfill({ json: toStatus(mock) })
    if (path === '/settings') {
      mock.status = { ...mock.status, ...(sent as object) }
      return route.fulfill({ json: toStatus(mock) })
    }
    if (path === '/search') {
      const data = mock.items.slice(1, 4).map((item, index) => ({
        item,
        content: pages[index]?.content,
        from_page: index + 1,
        score: 1 - index / 4,
      }))
      return route.fulfill({ json: { object: 'list', data, searched: 'hybrid' } })
    }
    if (path === '/batch') {
      if (mock.refuseNext) {
        mock.refuseNext = false
        const error = {
          message: 'The database is unavailable.',
          type: 'server_error',
          param: null,
          code: 'store_unavailable',
        }
        return route.fulfill({ status: 503, json: { error }, headers: { 'x-request-id': 'req_batch' } })
      }
      const { action, ids } = sent as { action: string; ids: readonly string[] }
      changes.push({ action, ids })
      if (action === 'delete') mock.items = mock.items.filter(({ id }) => !ids.includes(id))
      return route.fulfill({ json: { object: 'library.batch', ids } })
    }
    if (path === '') {
      const at = Number(url.searchParams.get('cursor') ?? 0)
      const title = (url.searchParams.get('q') ?? '').toLowerCase()
      const fit = mock.items.filter(item => item.title.toLowerCase().includes(title))
      const data = fit.slice(at, at + pageSize)
      const next = at + pageSize < fit.length ? String(at + pageSize) : null
      return route.fulfill({ json: { object: 'list', data, next_cursor: next } })
    }
    const item = mock.items.find(({ id }) => path === `/${id}`)
    const text = pages.map(({ content }) => content).join('\n\n')
    return route.fulfill({ json: { ...item, text, page_texts: pages } })
  })
  return mock
}

function toStatus({ items, status }: LibraryMock): object {
  return {
    object: 'library.status',
    collections: items.length === 0 ? [] : [{ name: 'logs', items: items.length, chars: 1 }],
    quota: { items: items.length, items_max: 20_000, bytes: 1000, bytes_max: 2_147_483_648 },
    index: defaultIndex,
    keep_everything: false,
    ...status,
  }
}
