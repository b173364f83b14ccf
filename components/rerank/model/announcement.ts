import { formatCount, formatMs } from '#lib/client/format.ts'
import { toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { Run, RunFailure } from '#lib/client/run.ts'
import { readQuestion } from './ranked-column.ts'
import { readRanking } from './read-ranking.ts'

/** Live-region text for a batch; with several models, each is named. */
export function toRerankAnnouncement(runs: readonly Run[]): string {
  const said = runs.map(
    run => [toText(toObject(readJson(run.request.body))['model']), formatRun(run)] as const,
  )
  return said.map(([model, words]) => (runs.length > 1 ? `${model}: ${words}` : words)).join('. ')
}

function formatRun(run: Run): string {
  switch (run.state) {
    case 'running':
      return 'Ranking started'
    case 'stopped':
      return 'Stopped'
    case 'failed':
    case 'interrupted':
      return `Failed: ${run.failure === null ? 'the answer was interrupted' : formatFailure(run.failure)}`
    case 'done': {
      const { documents } = readQuestion(run)
      const ranking = readRanking(run.response?.body ?? '', documents.length)
      if (ranking === null) return 'Failed: no ranking in the response'
      const count = `${formatCount(ranking.hits.length)} of ${formatCount(documents.length)} documents ranked`
      return `${count}, ${formatMs(run.timing.totalMs)}`
    }
  }
}

function formatFailure(failure: RunFailure): string {
  switch (failure.kind) {
    case 'api':
    case 'interrupted':
    case 'unreachable':
      return failure.message
    case 'offline':
      return 'you are offline'
    case 'signed-out':
      return 'your session has expired'
  }
}
