import { type AnswerRecord, readCutoff } from '#components/chat/model/answer.ts'
import { readFigures } from './figures.ts'

/** Live-region text for a run; never its tokens. */
export function toAnnouncement(record: AnswerRecord): string {
  switch (record.state) {
    case 'running':
      return record.answer.choices.length > 0 ? 'Answer started' : ''
    case 'done':
      return finished(record)
    case 'stopped':
      return 'Stopped'
    case 'failed':
    case 'interrupted':
      return `Failed: ${toFailureText(record)}`
  }
}

function finished(record: AnswerRecord): string {
  const { completionTokens, totalMs, tokensEstimated } = readFigures(record, null)
  const tokens =
    completionTokens === null ? null : `${tokensEstimated ? 'about ' : ''}${completionTokens} tokens`
  const seconds = totalMs === null ? null : `${(totalMs / 1000).toFixed(1)} seconds`
  return [readCutoff(record) ?? 'Answer finished', tokens, seconds].filter(part => part !== null).join(', ')
}

function toFailureText(record: AnswerRecord): string {
  switch (record.failure?.kind) {
    case 'api':
    case 'interrupted':
    case 'unreachable':
      return record.failure.message
    case 'offline':
      return 'you are offline'
    case 'signed-out':
      return 'your session has expired'
    case undefined:
      return 'the answer was interrupted'
  }
}
