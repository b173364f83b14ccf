import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { allBackends, backendById } from './all-backends.ts'
import { askBackend } from './ask-backend.ts'
import { BackendCooldowns } from './backend-cooldowns.ts'
import type { Connection } from './connection.ts'
import type { BackendDefinition } from './define-backend.ts'
import type { SearchKind } from './search-backend.ts'

const payloads = new URL('__fixtures__/', import.meta.url)

const odd: readonly unknown[] = [
  null,
  true,
  -1.5,
  1e308,
  '',
  'javascript:alert(1)',
  '<script>x</script>',
  [],
  [null, 1, 'x', [[]]],
  {},
  { __proto__: null, url: {}, length: 3 },
]

/** The value with each of its parts in turn replaced by unexpected data. */
function* mutants(value: unknown): Generator<unknown> {
  yield* odd
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const mutant of mutants(item)) yield value.with(index, mutant)
    }
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    for (const mutant of mutants(item)) yield { ...value, [key]: mutant }
  }
}

function payload(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, payloads), 'utf8'))
}

/**
 * Queries a backend whose server responds like this; `answers` are those of its first requests, then the last one
 * repeats.
 */
async function faultsOf(
  { id, create }: BackendDefinition,
  kind: SearchKind,
  answers: readonly unknown[],
): Promise<unknown[]> {
  let asked = 0
  const next = () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)])
  const connection: Connection = {
    getText: async () => String(await next()),
    getJson: next,
    postJson: next,
  }
  const faults: unknown[] = []
  const client = create({
    connection,
    apiKey: 'k',
    connect: () => connection,
    ownAddress: true,
    contact: null,
  })
  const never = new AbortController().signal
  const outcome = await askBackend(
    { id, cost: () => ({ id, unitsMax: 1 }), ...client },
    { query: 'q', kind, limit: 10, signal: never },
    {
      cooldowns: new BackendCooldowns(createCircuits()),
      late: never,
      onFault: error => void faults.push(error),
    },
  )
  if ('kind' in outcome) return faults
  const urls = [...outcome.documents, ...outcome.answers].map(({ url }) => url)
  return [...faults, ...urls.filter(url => !/^https?:\/\//.test(url))]
}

/** Recorded payloads: `<id>-<type>`, or `<id>` for the first search type that the backend serves. */
function recordedBy({ id, serves }: BackendDefinition): readonly (readonly [SearchKind, string])[] {
  const kinds = Object.keys(serves) as SearchKind[]
  return globSync([`${id}.*`, `${id}-*.*`], { cwd: payloads })
    .toSorted()
    .map(name => [kinds.find(kind => name.startsWith(`${id}-${kind}.`)) ?? kinds[0] ?? 'web', name])
}

test.each(allBackends)('$id has a recorded response', backend => {
  expect(recordedBy(backend)).not.toEqual([])
})

const answers = allBackends.flatMap(backend =>
  recordedBy(backend).flatMap(([kind, name]) => (name.endsWith('.json') ? { backend, kind, name } : [])),
)

test.each(answers)(
  '$backend.id reads $kind responses like $name, whatever replaces a part',
  async ({ backend, kind, name }) => {
    const faults: unknown[] = []
    for (const mutant of mutants(payload(name))) {
      for (const fault of await faultsOf(backend, kind, [mutant])) faults.push([mutant, fault])
    }

    expect(faults).toEqual([])
  },
)

test('PubMed reads summaries, whatever replaces a part', async () => {
  const found = payload('pubmed-esearch.json')
  const faults: unknown[] = []
  for (const mutant of mutants(payload('pubmed-esummary.json'))) {
    for (const fault of await faultsOf(backendById('pubmed'), 'academic', [found, mutant]))
      faults.push([mutant, fault])
  }

  expect(faults).toEqual([])
})

test.each([
  ['nothing', ''],
  ['invalid XML', 'no XML'],
  ['no end', '<feed>'],
  ['an empty entry', '<feed><entry></entry></feed>'],
  ['no date', '<feed><entry><updated>never</updated><id>x</id><title/></entry></feed>'],
  ['another feed', '<rss><channel><item><link>javascript:alert(1)</link></item></channel></rss>'],
  ['deep nesting', '<a>'.repeat(20_000)],
  [
    'entities',
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><feed><entry><title>&b;</title></entry></feed>',
  ],
])('arXiv reads a feed with %s', async (_, text) => {
  expect(await faultsOf(backendById('arxiv'), 'academic', [text])).toEqual([])
})
