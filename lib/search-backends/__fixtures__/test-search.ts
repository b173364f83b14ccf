import type { TestContext } from 'vitest'
import { createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { createUpstream } from '#lib/providers/transport/upstream.ts'
import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import type { BackendSettings } from '#lib/search-backends/backend-settings.ts'
import { createSearch, type SearchOutcome, type SearchQuery } from '#lib/search-backends/create-search.ts'

export const testKey = 'canary-key-of-the-operator-0123456789'

export interface TestSearch {
  readonly search: (query: Partial<SearchQuery>) => Promise<SearchOutcome>
  /** Unexpected errors; empty at the end of a successful test. */
  readonly faults: readonly unknown[]
}

interface TestSearchOptions {
  readonly ordered?: boolean
  readonly builtIn?: readonly BackendSettings<BuiltInId>[]
  readonly contact?: string
}

/** A search over real sockets; built-in backends only if named. */
export function createTestSearch(
  context: Pick<TestContext, 'onTestFinished'>,
  configured: readonly BackendSettings<ConfiguredId>[],
  { ordered = false, builtIn = [], contact }: TestSearchOptions = {},
): TestSearch {
  const upstream = createUpstream({ connectMs: 2000, allowPrivateProviders: [] })
  context.onTestFinished(() => upstream.close())
  const faults: unknown[] = []
  const search = createSearch({
    configured,
    ordered,
    builtIn,
    request: upstream.request,
    circuits: createCircuits(),
    version: '0',
    contact: contact ?? null,
    onFault: error => void faults.push(error),
  })
  return {
    faults,
    search: query =>
      search({ query: 'llama wool', kind: 'web', limit: 10, signal: new AbortController().signal, ...query }),
  }
}

/** A backend at a URL, with a key if it uses one. */
export function at<Id extends ConfiguredId | BuiltInId>(
  id: Id,
  baseUrl: string,
  apiKey: string | null = null,
): BackendSettings<Id> {
  return { id, baseUrl, apiKey }
}
