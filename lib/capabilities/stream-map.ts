import { type MapEvent, mapLimitDefault, type MapRequest } from '#lib/contracts/map.ts'
import type { Discovery } from '#lib/engines/web/crawl/discovery.ts'
import type { FoundLink } from '#lib/engines/web/crawl/link-list.ts'
import type { EventStream } from './call.ts'
import type { MapCall } from './map-pages.ts'
import { rankLinks } from './rank-links.ts'
import { toDetail, writeMap } from './write-map.ts'

const everyMs = 200
/** Turns without news after which the progress is told all the same. */
const quietTurnsMax = 5
const linksPerEvent = 500

/**
 * A map as it grows: what was found since the last event, several times a second, or how far it is where nothing was
 * found, and at the end the whole answer. The first event waits for the first link. While searching only links that
 * fit are sent ahead, in the order of finding; the end has them in theirs. Whoever stops reading stops the map.
 */
export async function* streamMap(
  start: (signal: AbortSignal) => Discovery,
  input: MapRequest,
  call: MapCall,
): EventStream<MapEvent> {
  const left = new AbortController()
  const discovery = start(AbortSignal.any([call.signal, left.signal]))
  let over = false
  const startedAt = performance.now()
  const run = discovery.run().finally(() => {
    over = true
    call.waited('upstream', performance.now() - startedAt)
  })
  // Its failure is thrown where it is awaited, below.
  run.catch(() => undefined)
  try {
    let sendable = input.limit ?? mapLimitDefault
    let seen = 0
    let told = ''
    for (let quiet = 0; !over;) {
      await Promise.race([run, pause()])
      const { found, progress } = discovery
      const news = `${found.length} ${progress.pages} ${progress.queued}`
      if (found.length === 0 || (news === told && ++quiet < quietTurnsMax)) continue
      const fresh = found.slice(seen)
      seen = found.length
      told = news
      quiet = 0
      const fitting = await choose(discovery, fresh, input)
      yield* toItems(fitting.slice(0, sendable), discovery, input)
      sendable = Math.max(0, sendable - fitting.length)
    }
    await run
    const answer = await writeMap(discovery, input, call)
    const truncated = discovery.cuts.size > 0 && { truncated: true as const }
    yield { kind: 'events', events: [{ object: 'map.result', ...answer, ...truncated }] }
  } finally {
    left.abort()
  }
}

async function choose(
  { site }: Discovery,
  links: readonly FoundLink[],
  { search }: MapRequest,
): Promise<readonly FoundLink[]> {
  if ((search ?? '') === '') return links
  const fitting = new Set(await rankLinks(links, search ?? '', url => site?.subdomain(url) ?? ''))
  return links.filter(link => fitting.has(link))
}

/** One event at least: it carries the progress. */
function* toItems(links: readonly FoundLink[], { progress }: Discovery, { details }: MapRequest) {
  for (let at = 0; at === 0 || at < links.length; at += linksPerEvent) {
    const part = links.slice(at, at + linksPerEvent)
    const event: MapEvent = {
      object: 'map.chunk',
      links: part.map(({ href }) => href),
      ...(details === true && { details: part.map(toDetail) }),
      progress: { pages: progress.pages, queued: progress.queued, elapsed_ms: progress.elapsedMs },
    }
    yield { kind: 'events' as const, events: [event] }
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, everyMs))
}
