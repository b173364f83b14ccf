import { formatFailure } from '#components/playground/run/model/format-failure.ts'
import { formatCountOf, formatMs } from '#lib/client/format.ts'
import { type FoundMap, endedLabels } from './found-map.ts'
import type { Run } from '#lib/client/run.ts'

/** Live-region text for a map: number of links and outcome; never the links. */
export function toMapAnnouncement(run: Run, { site, stopped }: FoundMap): string {
  const count = site.links.length
  const links = formatCountOf(count, 'link')
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
