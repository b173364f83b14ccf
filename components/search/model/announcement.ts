import { formatFailure } from '#components/playground/run/model/format-failure.ts'
import { formatCountOf, formatMs } from '#lib/client/format.ts'
import type { Run } from '#lib/client/run.ts'
import type { SearchTurn } from './search-turn.ts'

/** Live-region text for a search: in progress, or its outcome with the number of sources; never the text. */
export function toSearchAnnouncement({ run, found }: SearchTurn): string {
  switch (run.state) {
    case 'running':
      return found.content === '' ? 'Search started' : 'Answer started'
    case 'stopped':
      return 'Stopped. Partial answer shown.'
    case 'failed':
    case 'interrupted':
      return `Failed: ${formatFailure(run.failure)}`
    case 'done':
      return `Answer finished, ${formatCountOf(found.sources?.length ?? 0, 'source')}, ${seconds(run)}`
  }
}

function seconds({ timing }: Run): string {
  return formatMs(timing.totalMs)
}
