import { type MapEvent, mapLimitDefault, type MapRequest } from '#lib/contracts/map.ts'
import type { Discovery } from '#lib/engines/web/crawl/discovery.ts'
import type { FoundLink } from '#lib/engines/web/crawl/link-list.ts'
import type { Call, EventStream } from './call.ts'
import { rankLinks } from './rank-links.ts'
import { toDetail, writeMap } from './write-map.ts'

const everyMs = 200
const linksPerEvent = 1000

/**
 * A map as it grows: what was found since the last event, several times a second, and at the end the whole answer.
 * While searching only links that fit are sent ahead, in the order of finding; the end has them in theirs.
 */
export async function* streamMap(
  start: () => Discovery,
  input: MapRequest,
  call: Call,
): EventStream<MapEvent> {
  const discovery = start()
  let left = input.limit ?? mapLimitDefault
  let seen = 0
  let over = false
  const startedAt = performance.now()
  const run = discovery.run().finally(() => {
    over = true
    call.waited('upstream', performance.now() - startedAt)
  })
  // Its failure is thrown where it is awaited, below.
  run.catch(() => undefined)
  for (let pages = -1; !over;) {
    await Promise.race([run, pause()])
    const { links, progress } = discovery
    if (links.length === 0 || (links.length === seen && progress.pages === pages)) continue
    const fresh = await choose(discovery, links.slice(seen), input)
    seen = links.length
    pages = progress.pages
    yield* toItems(fresh.slice(0, left), discovery, input)
    left = Math.max(0, left - fresh.length)
  }
  await run
  const answer = await writeMap(discovery, input, call)
  yield { kind: 'events', events: [{ object: 'map.result', ...answer }] }
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
