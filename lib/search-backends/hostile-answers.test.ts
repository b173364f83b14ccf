import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/circuit.ts'
import { askBackend } from './ask-backend.ts'
import type { BackendContext } from './backend-context.ts'
import { BackendCooldowns } from './backend-cooldowns.ts'
import { createBrave } from './backends/brave.ts'
import type { Connection } from './connection.ts'
import { createMediaWiki } from './backends/mediawiki.ts'
import { createPubMed } from './backends/pubmed.ts'
import type { SearchBackend, SearchKind } from './search-backend.ts'
import { createSearxng } from './backends/searxng.ts'
import { createSerper } from './backends/serper.ts'
import {
  createPiped,
  createInvidious,
  createSemanticScholar,
  createExa,
  createYouTube,
  createTavily,
  createArxiv,
  createOpenAlex,
} from './create-backends.ts'

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
  return JSON.parse(readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8'))
}

/**
 * Queries a backend whose server responds like this; `answers` are those of its first requests, then the last one
 * repeats.
 */
async function faultsOf(
  create: (context: BackendContext) => SearchBackend,
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
  const backend = create({
    connection,
    apiKey: 'k',
    connect: () => connection,
    ownAddress: true,
    contact: null,
  })
  const never = new AbortController().signal
  const outcome = await askBackend(
    backend,
    { query: 'q', kind, limit: 10, signal: never },
    {
      cooldowns: new BackendCooldowns(createCircuits()),
      resultPage: () => 'http://console.example/',
      late: never,
      onFault: error => void faults.push(error),
    },
  )
  if ('kind' in outcome) return faults
  const urls = [...outcome.documents, ...outcome.answers].map(({ url }) => url)
  return [...faults, ...urls.filter(url => !/^https?:\/\//.test(url))]
}

test.for<readonly [(context: BackendContext) => SearchBackend, SearchKind, string]>([
  [createSearxng, 'web', 'searxng-web.json'],
  [createBrave, 'web', 'brave-web.json'],
  [createBrave, 'images', 'brave-images.json'],
  [createBrave, 'videos', 'brave-videos.json'],
  [createSerper, 'web', 'serper-search.json'],
  [createSerper, 'images', 'serper-images.json'],
  [createTavily, 'web', 'tavily.json'],
  [createExa, 'web', 'exa.json'],
  [createOpenAlex, 'academic', 'openalex.json'],
  [createSemanticScholar, 'academic', 'semantic-scholar.json'],
  [createYouTube, 'videos', 'youtube.json'],
  [createInvidious, 'videos', 'invidious.json'],
  [createPiped, 'videos', 'piped.json'],
  [createMediaWiki, 'web', 'mediawiki.json'],
  [createPubMed, 'academic', 'pubmed-esearch.json'],
])('%o reads %s responses like %s, whatever replaces a part', async ([create, kind, name]) => {
  const faults: unknown[] = []
  for (const mutant of mutants(payload(name))) {
    for (const fault of await faultsOf(create, kind, [mutant])) faults.push([mutant, fault])
  }

  expect(faults).toEqual([])
})

test('PubMed reads summaries, whatever replaces a part', async () => {
  const found = payload('pubmed-esearch.json')
  const faults: unknown[] = []
  for (const mutant of mutants(payload('pubmed-esummary.json'))) {
    for (const fault of await faultsOf(createPubMed, 'academic', [found, mutant]))
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
  expect(await faultsOf(createArxiv, 'academic', [text])).toEqual([])
})
