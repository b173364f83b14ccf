import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import { builtInSearchBackends, knownSearchBackends } from '#lib/known-search-backends.ts'
import type { UpstreamRequest } from '#lib/engines/upstream-request.ts'
import { createArxiv } from './arxiv.ts'
import type { BackendContext } from './backend-context.ts'
import type { BackendRests } from './backend-rests.ts'
import type { BackendSettings } from './backend-settings.ts'
import { createBrave } from './brave.ts'
import { createConnection, type Rest } from './connection.ts'
import { createExa } from './exa.ts'
import { createInvidious } from './invidious.ts'
import { createMediaWiki } from './mediawiki.ts'
import { createOpenAlex } from './openalex.ts'
import { createPiped } from './piped.ts'
import { createPubMed } from './pubmed.ts'
import { type Politeness, QueueGate } from './queue-gate.ts'
import type { SearchBackend } from './search-backend.ts'
import { createSearxng } from './searxng.ts'
import { createSemanticScholar } from './semantic-scholar.ts'
import { createSerper } from './serper.ts'
import { createTavily } from './tavily.ts'
import { createWolfram } from './wolfram.ts'
import { createYouTube } from './youtube.ts'

type Id = ConfiguredId | BuiltInId

interface BackendKind {
  readonly create: (context: BackendContext) => SearchBackend
  /** How the key travels, where it is not a part of the request. */
  readonly credentials?: (apiKey: string) => Readonly<Record<string, string>>
  readonly politeness?: Politeness
  /** With a key. */
  readonly keyedPoliteness?: Politeness
}

const usualPoliteness: Politeness = { atOnce: 4, gapMs: 0 }

const kinds: Readonly<Record<Id, BackendKind>> = {
  searxng: { create: createSearxng, politeness: { atOnce: 2, gapMs: 0 } },
  brave: { create: createBrave, credentials: key => ({ 'x-subscription-token': key }) },
  serper: { create: createSerper, credentials: key => ({ 'x-api-key': key }) },
  tavily: { create: createTavily, credentials: key => ({ authorization: `Bearer ${key}` }) },
  exa: { create: createExa, credentials: key => ({ 'x-api-key': key }) },
  openalex: { create: createOpenAlex },
  // One a second is what a key of its own is given.
  'semantic-scholar': {
    create: createSemanticScholar,
    credentials: key => ({ 'x-api-key': key }),
    politeness: { atOnce: 1, gapMs: 1000 },
  },
  youtube: { create: createYouTube, credentials: key => ({ 'x-goog-api-key': key }) },
  invidious: { create: createInvidious, politeness: { atOnce: 2, gapMs: 0 } },
  piped: { create: createPiped, politeness: { atOnce: 2, gapMs: 0 } },
  wolfram: { create: createWolfram },
  mediawiki: { create: createMediaWiki, politeness: { atOnce: 1, gapMs: 0 } },
  arxiv: { create: createArxiv, politeness: { atOnce: 1, gapMs: 3000 } },
  pubmed: {
    create: createPubMed,
    politeness: { atOnce: 3, gapMs: 334 },
    keyedPoliteness: { atOnce: 10, gapMs: 100 },
  },
}

const publicAddresses: Readonly<Record<BuiltInId, string>> = {
  mediawiki: 'https://en.wikipedia.org/w',
  arxiv: 'https://export.arxiv.org/api',
  pubmed: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
}

export interface BackendsSettings {
  readonly configured: readonly BackendSettings<ConfiguredId>[]
  readonly builtIn: readonly BackendSettings<BuiltInId>[]
  readonly request: UpstreamRequest
  readonly version: string
  readonly contact: string | null
  readonly rests: BackendRests
}

/** Each configured and built-in backend by its id, with one queue of its own. */
export function createBackends(settings: BackendsSettings): Map<string, SearchBackend> {
  const entries = [...settings.configured, ...settings.builtIn]
  return new Map(entries.map(entry => [entry.id, createBackend(entry, settings)]))
}

function createBackend(entry: BackendSettings<Id>, settings: BackendsSettings): SearchBackend {
  const { id, apiKey } = entry
  const { create, credentials, politeness = usualPoliteness, keyedPoliteness = politeness } = kinds[id]
  const gate = new QueueGate(apiKey === null ? politeness : keyedPoliteness)
  const rest: Rest = {
    refuse: () => settings.rests.refuseResting(id),
    note: fault => settings.rests.note(id, fault),
  }
  const connect = (baseUrl: string) => {
    const { origin, pathname } = new URL(baseUrl)
    const headers = {
      accept: 'application/json, application/atom+xml;q=0.9, */*;q=0.5',
      'accept-encoding': 'gzip',
      'user-agent': toUserAgent(settings),
      ...(apiKey !== null && credentials?.(apiKey)),
    }
    // An address of the operator's may be in a private network; any other never leads there.
    const ofOperator = entry.baseUrl !== null && entry.from !== 'console'
    const policy = ofOperator ? ('operator' as const) : ('guarded' as const)
    const target = { origin, basePath: pathname.replace(/\/+$/, ''), policy, headers }
    return createConnection({ target, request: settings.request, gate, rest, secret: apiKey })
  }
  return create({
    connection: connect(entry.baseUrl ?? publicAddress(id)),
    apiKey: apiKey ?? '',
    connect,
    ownAddress: entry.baseUrl !== null,
    contact: settings.contact,
  })
}

function publicAddress(id: Id): string {
  const builtIn = builtInSearchBackends.find(each => each === id)
  if (builtIn !== undefined) return publicAddresses[builtIn]
  const address = knownSearchBackends.find(each => each.id === id)?.baseUrl ?? null
  if (address === null) throw new Error(`the search backend ${id} needs an address`)
  return address
}

function toUserAgent({ version, contact }: BackendsSettings): string {
  return `Sextant/${version} (${contact === null ? 'self-hosted search' : contact})`
}
