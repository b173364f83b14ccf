import { formatCount, formatMs } from '#lib/client/format.ts'
import { type FoundMap, endedLabels } from './found-map.ts'
import type { Run, RunFailure } from '#lib/client/run.ts'

/** Live-region text for a map: number of links and outcome; never the links. */
export function toMapAnnouncement(run: Run, { site, stopped }: FoundMap): string {
  const count = site.links.length
  const links = `${formatCount(count)} ${count === 1 ? 'link' : 'links'}`
  switch (run.state) {
    case 'running':
      return count === 0 ? 'Mapping started' : `Mapping: ${links}`
    case 'stopped':
      return `Stopped: ${links}`
    case 'failed':
    case 'interrupted':
      return `Failed: ${formatFailure(run.failure)}${count > 0 ? ` ${links} found so far.` : ''}`
    case 'done': {
      const why = stopped === null || stopped === 'done' ? '' : ` ${endedLabels[stopped].text}`
      return `Done: ${links}, ${formatMs(run.timing.totalMs)}.${why}`
    }
  }
}

function formatFailure(failure: RunFailure | null): string {
  switch (failure?.kind) {
    case 'api':
    case 'interrupted':
    case 'unreachable':
      return failure.message
    case 'offline':
      return 'you are offline.'
    case 'signed-out':
      return 'your session has expired.'
    case undefined:
      return 'the answer was interrupted.'
  }
}
